import type { FirstData } from '../api/generated';

const element = document.getElementById('first-data');

/** What the server has put into this page, if it is that of a question. */
export const firstData = element && (JSON.parse(element.textContent) as FirstData);

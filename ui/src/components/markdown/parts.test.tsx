/** What is code, a link, a picture and a mention: the server finds the same in the same cases. */
import { render } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { placeNames } from '../mentions/linkNames';
import { linksOf } from './checkLinks';
import { Excerpt } from './Excerpt';
import { codeOf } from './parser';
import cases from './parts-cases.json';
import { loadEngine } from './rendering';

beforeAll(loadEngine);

/** Returns the stretches of a text that are code. */
function codeIn(text: string): string[] {
  const masked = codeOf(text);
  const marks = Array.from({ length: text.length }, (_, at) => (masked[at] ? text.charAt(at) : '\0')).join('');
  return marks.split(/\0+/).flatMap((code) => code.trim() || []);
}

function shown(text: string) {
  const { container, unmount } = render(<Excerpt text={text} />);
  const pictures = Array.from(container.querySelectorAll<HTMLAnchorElement>('a.picture'), ({ href }) =>
    href.slice(-13),
  );
  const names = placeNames(container, ['ann', 'ben', 'cem']).map((place) => place.dataset.mention);
  unmount();
  return { pictures: [...new Set(pictures)], names };
}

describe('the parts of a text', () => {
  it.each(cases)('are found in $text', ({ text, code, links, pictures, names }) => {
    const found = linksOf(text).map(({ href }) => href);
    expect({ code: codeIn(text), links: found.sort(), ...shown(text) }).toEqual({ code, links, pictures, names });
  });
});

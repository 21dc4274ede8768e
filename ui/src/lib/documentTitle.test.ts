import { afterEach, expect, it } from 'vitest';
import { setPageTitle, setUnreadInTitle } from './documentTitle';

afterEach(() => setUnreadInTitle(0));

it('names the page and the site', () => {
  setPageTitle('Tags');
  expect(document.title).toBe('Tags · Stoa');
  setPageTitle('');
  expect(document.title).toBe('Stoa');
});

it('counts what is unread, on every page', () => {
  setPageTitle('Tags');
  setUnreadInTitle(3);
  expect(document.title).toBe('(3) Tags · Stoa');
  setPageTitle('Users');
  expect(document.title).toBe('(3) Users · Stoa');
  setUnreadInTitle(0);
  expect(document.title).toBe('Users · Stoa');
});

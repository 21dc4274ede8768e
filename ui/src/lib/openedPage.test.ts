import { afterEach, expect, it } from 'vitest';
import { forgetOpenedPage, openedPage, storeOpenedPage } from './openedPage';

afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

it('is stored with its query and its place, until it is forgotten', () => {
  history.replaceState(null, '', '/question/1?answers=newest#2');
  storeOpenedPage();
  expect(openedPage()).toBe('/question/1?answers=newest#2');
  forgetOpenedPage();
  expect(openedPage()).toBeNull();
});

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/home',
  '',
])('is never %j', (stored) => {
  sessionStorage.setItem('stoa.opened', stored);
  expect(openedPage()).toBeNull();
});

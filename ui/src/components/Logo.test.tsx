import { act, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { site } from '../lib/site';
import { Logo } from './Logo';

afterEach(() => {
  delete site.logo;
});

const address = () => document.querySelector('img')?.getAttribute('src');

it('is drawn unless administrators have chosen a picture', () => {
  render(<Logo />);
  expect(address()).toBe('/favicon.svg');
});

it('is the chosen picture, and drawn if that is gone', () => {
  site.logo = '0000000000001';
  render(<Logo />);
  expect(address()).toBe('/site/getLogo/0000000000001');
  act(() => void document.querySelector('img')?.dispatchEvent(new Event('error')));
  expect(address()).toBe('/favicon.svg');
});

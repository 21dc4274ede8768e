import { render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { site } from '../lib/site';
import { Cover } from './Cover';

afterEach(() => {
  delete site.cover;
});

it('shows nothing without a cover, and a picture without a text that keeps its place', () => {
  const { container, rerender } = render(<Cover />);
  expect(container).toBeEmptyDOMElement();
  site.cover = '38cmczm000001';
  rerender(<Cover />);
  const picture = container.querySelector('img');
  expect(picture).toHaveAttribute('src', '/site/getCover/38cmczm000001');
  expect(picture).toHaveAttribute('alt', '');
  expect(picture).toHaveAttribute('loading', 'lazy');
  expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['5', '1']);
});

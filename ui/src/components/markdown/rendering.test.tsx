import { act, render as mount } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Markdown } from './Markdown';
import { paint } from './paint';
import { loadEngine } from './rendering';

vi.mock('./paint');

beforeAll(loadEngine);
beforeEach(() => void vi.mocked(paint).mockReturnValue(null));
afterEach(() => vi.resetAllMocks());

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

it('tries once for one mount what cannot be loaded', async () => {
  vi.mocked(paint).mockImplementation(() => Promise.reject(new TypeError('no network')));
  const { container, unmount } = mount(<Markdown text="$a$" />);
  await settle();
  expect(container.querySelector('.math')).toBeVisible();
  expect(paint).toHaveBeenCalledTimes(1);
  unmount();
  mount(<Markdown text="$a$" />);
  await settle();
  expect(paint).toHaveBeenCalledTimes(2);
});

it('keeps what is shown, however much that is', () => {
  const texts = Array.from({ length: 100 }, (_, index) => `*${index}* `.padEnd(3_100, 'word '));
  const page = () => texts.map((text) => <Markdown key={text} text={text} />);
  const { container, rerender } = mount(page());
  const before = [...container.querySelectorAll('em')];
  expect(before).toHaveLength(100);
  rerender(page());
  expect(paint).toHaveBeenCalledTimes(100);
  expect([...container.querySelectorAll('em')].every((element, index) => element === before[index])).toBe(true);
});

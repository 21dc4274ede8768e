import { act, render as mount } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { enhance } from './enhance';
import { Markdown } from './Markdown';
import { loadEngine } from './rendering';

vi.mock('./enhance');

beforeAll(loadEngine);
beforeEach(() => void vi.mocked(enhance).mockReturnValue(null));
afterEach(() => vi.resetAllMocks());

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

it('tries a failing module once per mount', async () => {
  vi.mocked(enhance).mockImplementation(() => Promise.reject(new TypeError('no network')));
  const { container, unmount } = mount(<Markdown text="$a$" />);
  await settle();
  expect(container.querySelector('.math')).toBeVisible();
  expect(enhance).toHaveBeenCalledTimes(1);
  unmount();
  mount(<Markdown text="$a$" />);
  await settle();
  expect(enhance).toHaveBeenCalledTimes(2);
});

it('reuses the rendered texts, however many there are', () => {
  const texts = Array.from({ length: 100 }, (_, index) => `*${index}* `.padEnd(3_100, 'word '));
  const page = () => texts.map((text) => <Markdown key={text} text={text} />);
  const { container, rerender } = mount(page());
  const before = [...container.querySelectorAll('em')];
  expect(before).toHaveLength(100);
  rerender(page());
  expect(enhance).toHaveBeenCalledTimes(100);
  expect([...container.querySelectorAll('em')].every((element, index) => element === before[index])).toBe(true);
});

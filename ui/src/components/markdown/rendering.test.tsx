import { act, render as mount } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Excerpt } from './Excerpt';
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

it('lets no event wait for texts that are drawn again', async () => {
  let draw = () => {};
  vi.mocked(enhance).mockReturnValue(
    new Promise((resolve) => {
      draw = resolve;
    }),
  );
  function Page() {
    const [clicks, setClicks] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setClicks(clicks + 1)}>
          {clicks}
        </button>
        <Excerpt text="$b$" />
      </>
    );
  }
  const { container } = mount(<Page />);
  const button = container.querySelector('button');
  // In no `act`, which would draw everything.
  const microtasks = async () => {
    for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
  };
  draw();
  await microtasks();
  button?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await microtasks();
  expect(button).toHaveTextContent('1');
  expect(container.querySelector('.pending')).not.toBeNull();
  await settle();
  expect(container.querySelector('.pending')).toBeNull();
});

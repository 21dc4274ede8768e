import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Excerpt } from './Excerpt';
import { Markdown } from './Markdown';
import { loadEngine } from './rendering';

beforeAll(loadEngine);

const text = '```html\n<b>&amp;</b>\n\n\tindented  \n```\n\n- list\n\n  ```\n  second\n  ```\n\nand `inline`';

let copied: string[];
let isAllowed: boolean;

beforeEach(() => {
  copied = [];
  isAllowed = true;
});

function setUp() {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    if (!isAllowed) throw new DOMException('no', 'NotAllowedError');
    copied.push(text);
  });
  return user;
}

describe('the button beside code', () => {
  it('copies the exact code', async () => {
    const user = setUp();
    const { container } = render(<Markdown text={text} />);
    // Highlighting arrives later and does not change the text.
    await vi.waitFor(() => expect(container.querySelector('.hljs-tag')).not.toBeNull());
    const [first, second, ...others] = screen.getAllByRole('button', { name: 'Copy' });
    expect(others).toEqual([]);
    await user.click(first as HTMLElement);
    expect(first).toHaveTextContent('Copied');
    await user.click(second as HTMLElement);
    expect(copied).toEqual(['<b>&amp;</b>\n\n\tindented  ', 'second']);
    await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Copied'));
  });

  it('stands with the name of the language', () => {
    render(<Markdown text={'```c#\nint a;\n```\n\n```\nnone\n```'} />);
    const [named, nameless] = screen.getAllByRole('button', { name: 'Copy' });
    expect(named?.parentElement).toHaveTextContent('Copyc#');
    expect(nameless?.parentElement).toHaveTextContent(/^Copy$/);
  });

  it('selects the code where the clipboard is out of reach', async () => {
    const user = setUp();
    isAllowed = false;
    render(<Markdown text={'```\nsecret\n```'} />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(screen.getByRole('button')).toHaveTextContent('Press Ctrl+C');
    expect(getSelection()?.toString()).toBe('secret\n');
  });

  it('is not in excerpts, and comes once however often the text is shown', () => {
    const { rerender, container } = render(<Excerpt text={text} />);
    expect(within(container).queryByRole('button')).toBeNull();
    rerender(<Markdown text={text} />);
    rerender(<Markdown text="other" />);
    act(() => rerender(<Markdown text={text} />));
    expect(within(container).getAllByRole('button')).toHaveLength(2);
  });

  it('is made for 200 blocks', () => {
    const { container } = render(<Markdown text={'```\na\n```\n'.repeat(201)} />);
    expect(container.querySelectorAll('pre')).toHaveLength(201);
    expect(container.querySelectorAll('button')).toHaveLength(200);
  });
});

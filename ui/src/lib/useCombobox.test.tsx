import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useCombobox } from './useCombobox';

const [pick, open, close, around] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
beforeEach(() => vi.resetAllMocks());

type Props = { options?: string[]; startsWithFirst?: boolean; picksWithTab?: boolean };

function Example({ options = ['ant', 'bee', 'cat'], ...others }: Props) {
  const [field, setField] = useState<HTMLElement | null>(null);
  const { list, option } = useCombobox({ field, label: 'Animals', options, pick, open, close, ...others });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys that the list leaves
    <div onKeyDown={({ key }) => around(key)}>
      <input ref={setField} role="combobox" aria-expanded={options.length > 0} />
      <div {...list}>
        {options.map((name) => (
          <div key={name} {...option(name)}>
            {name}
          </div>
        ))}
      </div>
    </div>
  );
}

const field = () => screen.getByRole('combobox');
const active = () => {
  const id = field().getAttribute('aria-activedescendant');
  const option = screen.queryByRole('option', { selected: true });
  expect(option?.id ?? null, 'the same on screen and for a screen reader').toBe(id);
  return option?.textContent ?? null;
};
async function show(props: Props = {}) {
  const view = render(<Example {...props} />);
  await userEvent.click(field());
  return view;
}

it('moves through the options and the text', async () => {
  await show();
  expect(field()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
  for (const [key, name] of [
    ['ArrowUp', 'cat'],
    ['ArrowDown', null],
    ['ArrowDown', 'ant'],
    ['ArrowUp', null],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect(active()).toBe(name);
  }
  expect(around).not.toHaveBeenCalled();
});

it('moves through the options alone if the first is active from the start', async () => {
  await show({ startsWithFirst: true });
  expect(active()).toBe('ant');
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toBe('cat');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('ant');
});

it.each(['{Home}', '{End}', '{ArrowLeft}', '{ArrowRight}', 'x'])('returns to the text on %s', async (key) => {
  await show();
  await userEvent.keyboard(`{ArrowDown}${key}`);
  expect(active()).toBeNull();
  expect(around).toHaveBeenCalledOnce();
});

it('returns to the text that an input method or the mouse changes, and when the focus leaves', async () => {
  await show();
  for (const event of [fireEvent.input, fireEvent.blur]) {
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBe('ant');
    event(field(), { target: { value: 'x' } });
    expect(active()).toBeNull();
  }
});

it('picks with Enter, and with Tab only if it should', async () => {
  const { unmount } = await show();
  await userEvent.keyboard('{Enter}');
  expect(pick).not.toHaveBeenCalled();
  expect(around, 'that Enter is for the form').toHaveBeenCalledWith('Enter');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(pick).toHaveBeenLastCalledWith('ant');
  await userEvent.keyboard('{ArrowDown}{Tab}');
  expect(pick).toHaveBeenCalledOnce();
  expect(field()).not.toHaveFocus();
  unmount();
  await show({ picksWithTab: true });
  await userEvent.keyboard('{ArrowUp}{Tab}');
  expect(pick).toHaveBeenLastCalledWith('cat');
  expect(field()).toHaveFocus();
});

it('leaves keys with modifiers and those of an input method alone', async () => {
  await show({ startsWithFirst: true });
  for (const [key, init] of [
    ['ArrowDown', { shiftKey: true }],
    ['Enter', { ctrlKey: true }],
    ['ArrowDown', { isComposing: true }],
    ['Enter', { keyCode: 229 }],
  ] as const) {
    expect(fireEvent.keyDown(field(), { key, ...init }), key).toBe(true);
  }
  expect(active()).toBe('ant');
  expect(pick).not.toHaveBeenCalled();
});

it('picks with a click, which leaves the focus and the list', async () => {
  await show();
  await userEvent.click(screen.getByRole('listbox'));
  expect(field()).toHaveFocus();
  await userEvent.click(screen.getByRole('option', { name: 'bee' }));
  expect(pick).toHaveBeenCalledExactlyOnceWith('bee');
  expect(field()).toHaveFocus();
});

it('closes with Escape, and opens with an arrow key', async () => {
  const { rerender } = await show();
  await userEvent.keyboard('{ArrowDown}{Escape}');
  expect(close).toHaveBeenCalledOnce();
  expect(active(), 'not when it opens again').toBeNull();
  expect(around, 'the dialog around stays open').not.toHaveBeenCalled();
  rerender(<Example options={[]} />);
  expect(field()).not.toHaveAttribute('aria-controls');
  await userEvent.keyboard('{Escape}');
  expect(close, 'there is nothing to close').toHaveBeenCalledOnce();
  expect(around).toHaveBeenCalledWith('Escape');
  await userEvent.keyboard('{ArrowDown}');
  expect(open).toHaveBeenCalledOnce();
});

it('keeps the active option when others come before it', async () => {
  const { rerender } = await show();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  rerender(<Example options={['new', 'ant', 'bee']} />);
  expect(active()).toBe('bee');
  rerender(<Example options={['new', 'ant']} />);
  expect(active()).toBeNull();
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { TagField } from './TagField';

const fakeServer = installFakeServer();

const tags = ['react', 'react-native', 'reason', 'rust'].map((name, index) => ({
  _id: `t${index}`,
  name,
  description: '',
  qcnt: 9 - index,
}));

let asked: string[];
const submitted = vi.fn();

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  asked = [];
  submitted.mockClear();
  fakeServer.on('GET /tag/getTagsWithQuestionNumber', async ({ url: path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    asked.push(query.get('search') ?? '');
    return new Response(JSON.stringify(tags.filter(({ name }) => name.includes(query.get('search') ?? ''))));
  });
});

function Form() {
  const [value, setValue] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <TagField value={value} onChange={setValue} readOnly={false} problem={null} />
      <button type="submit">Post</button>
    </form>
  );
}

async function open() {
  renderApp(<Form />);
  const field = screen.getByRole('combobox', { name: 'Tags*' });
  await userEvent.click(field);
  return field;
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const suggests = (...names: string[]) =>
  waitFor(() => expect(options().map((text) => text?.split(' ')[0])).toEqual(names));

describe('the field of tags', () => {
  it('suggests tags for the word at the caret, with their counts', async () => {
    const field = await open();
    await userEvent.type(field, 'rust rea');
    await suggests('react', 'react-native', 'reason');
    expect(options()[0]).toBe('react 9 questions');
    expect(field).toHaveAttribute('aria-expanded', 'true');
    expect(asked).not.toContain('rust rea');
    expect(screen.getByText('3 suggestions, use the arrow keys')).toHaveAttribute('role', 'status');
  });

  it('is filled with the arrow keys and Enter or Tab, at the caret', async () => {
    const field = await open();
    await userEvent.type(field, 'rea');
    await suggests('react', 'react-native', 'reason');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const active = screen.getByRole('option', { selected: true });
    expect(active).toHaveTextContent('react-native');
    expect(field).toHaveAttribute('aria-activedescendant', active.id);
    // Part of an input method's composition, as Safari reports it.
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(field).toHaveValue('rea');
    await userEvent.keyboard('{Enter}');
    expect(field).toHaveValue('react-native ');
    expect(options()).toEqual([]);
    await userEvent.keyboard('rea');
    await suggests('react', 'reason');
    await userEvent.keyboard('{ArrowUp}{Tab}');
    expect(field).toHaveValue('react-native reason ');
    expect(field).toHaveFocus();
    await userEvent.type(field, 'ru', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    await userEvent.type(field, ' ', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    await userEvent.type(field, 's', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    await suggests('rust');
    await userEvent.click(screen.getByRole('option'));
    expect(field).toHaveValue('rust react-native reason ');
    expect(submitted).not.toHaveBeenCalled();
  });

  it('keeps the typed text until a suggestion is chosen', async () => {
    const field = await open();
    await userEvent.type(field, 'rea');
    await suggests('react', 'react-native', 'reason');
    await userEvent.keyboard('{ArrowDown}{Escape}');
    expect(options()).toEqual([]);
    expect(field).toHaveValue('rea');
    await userEvent.keyboard('{ArrowDown}');
    await suggests('react', 'react-native', 'reason');
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(submitted).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Tab}');
    expect(field).toHaveValue('rea');
    expect(screen.getByRole('button')).toHaveFocus();
    expect(options()).toEqual([]);
  });

  it('offers the main tag of a synonym', async () => {
    fakeServer.on('GET /tag/getTagsWithQuestionNumber', () => [{ ...tags[0], synonym: 'rjs' }]);
    const field = await open();
    await userEvent.type(field, 'rj');
    await waitFor(() => expect(options()).toEqual(['react rjs is a synonym 9 questions']));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveValue('react ');
  });

  it('shows what suggested and chosen tags are for, if members have said so', async () => {
    const described = { ...tags[3], description: 'A language.' };
    const undescribed = { ...tags[0], description: 'user added tag' };
    fakeServer.on('GET /tag/getTagsWithQuestionNumber', () => [undescribed, described]);
    fakeServer.on('GET /tag/getTagByName/rust', () => described);
    fakeServer.on('GET /tag/getTagByName/react', () => undescribed);
    const field = await open();
    await userEvent.type(field, 'react r');
    await waitFor(() => expect(options()).toEqual(['rust A language. 6 questions']));
    await userEvent.click(screen.getByRole('option'));
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'What they are for' })).toHaveTextContent(/^rust A language.$/),
    );
    expect(fakeServer.requests.map(({ path }) => path)).toContain('/tag/getTagByName/react');
  });
});

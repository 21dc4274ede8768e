import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import cases from '../../lib/mention-cases.json';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { Markdown } from '../markdown/Markdown';
import { loadEngine } from '../markdown/rendering';
import { placeNames } from './linkNames';
import { MentionedMarkdown } from './MentionedMarkdown';
import { Participants } from './participants';
import { WithMentions } from './WithMentions';

const fakeServer = installFakeServer();
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await loadEngine();
  await import('./NameList');
});

describe('names in a text', () => {
  const all = ['ann', 'ben', 'cem', 'Ben-2', 'a.b_c-d', 'a', 'annä', 'example', 'a'.repeat(32)];

  /** Returns the names that are linked in a text, without repetitions. */
  function linked(text: string): string[] {
    const { container, unmount } = render(<Markdown text={text} />);
    const names = placeNames(container, all).map((place) => place.dataset.mention ?? '');
    unmount();
    return [...new Set(names)];
  }

  it.each(cases.filter(({ text }) => !text.startsWith('\\') && text !== '@a'))('are found in $text', ({
    text,
    names,
  }) => expect(linked(text)).toEqual(names));

  it('leave the text as it is', () => {
    renderApp(<MentionedMarkdown text="Thanks, @ANN, @ben and @zoe!" mentions={['ann', 'ben']} />);
    const paragraph = screen.getByText(/Thanks/);
    expect(paragraph).toHaveTextContent(/^Thanks, @ann, @ben and @zoe!$/);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/user/ann', '/user/ben']);
  });

  it('are not searched in a text that mentions nobody', () => {
    renderApp(<MentionedMarkdown text="@ann" />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('@ann')).toBeVisible();
  });

  it('are found in a hostile text without delay', () => {
    const texts = ['@'.repeat(99_000), `@${'a.'.repeat(49_000)}`, '@ann '.repeat(19_000)];
    for (const text of texts) {
      const nodes = document.createElement('p');
      nodes.textContent = text;
      expect(placeNames(nodes, ['ann'])).toHaveLength(text.startsWith('@ann') ? 19_000 : 0);
    }
  });
});

describe('completion', () => {
  let sent: string[];
  let asked: string[];

  function Form() {
    const [text, setText] = useState('');
    const submit = (event: FormEvent) => {
      event.preventDefault();
      sent.push(text);
    };
    return (
      <form onSubmit={submit}>
        <WithMentions>
          <textarea
            aria-label="Text"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.form?.requestSubmit()}
          />
        </WithMentions>
      </form>
    );
  }

  /** Types a text, and lets React show the list, which loads on demand. */
  const type = async (text: string) => {
    await act(() => user.type(field(), text));
  };
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Text');
  const names = () => screen.queryAllByRole('option', { hidden: true }).map((option) => option.textContent?.trim());
  const chosen = () => screen.getByRole('option', { hidden: true, selected: true }).textContent?.trim();

  beforeEach(() => {
    [sent, asked] = [[], []];
    fakeServer.on('GET /mention/getNames', ({ query }) => {
      asked.push(query.get('prefix') ?? '');
      return ['benno', 'bert', 'Bob'].filter((name) => name.toLowerCase().startsWith(query.get('prefix') ?? ''));
    });
    renderApp(
      <Participants value={() => ['bela', 'ann', '[deleted]', 'bela']}>
        <Form />
      </Participants>,
    );
  });

  it('shows the participants first, and then the members of the server', async () => {
    await type('Hi @b');
    await waitFor(() => expect(names()).toEqual(['bela', 'benno', 'bert', 'Bob']));
    await type('E');
    await waitFor(() => expect(names()).toEqual(['bela', 'benno', 'bert']));
    await waitFor(() => expect(asked).toEqual(['b', 'be']));
  });

  it('asks the server for nothing without a letter', async () => {
    await type('@');
    await waitFor(() => expect(names()).toEqual(['bela']));
    expect(asked).toEqual([]);
  });

  it('is moved through with the arrow keys, and picked with Enter', async () => {
    await type('Hi @b');
    await waitFor(() => expect(names()).toHaveLength(4));
    expect(chosen()).toBe('bela');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(chosen()).toBe('bert');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(chosen()).toBe('Bob');
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue('Hi @Bob ');
    expect(field()).toHaveFocus();
    expect(names()).toEqual([]);
    expect(sent).toEqual([]);
    await user.keyboard('{Enter}');
    expect(sent).toHaveLength(1);
  });

  it('is picked with Tab', async () => {
    await type('@be');
    await waitFor(() => expect(names()).toHaveLength(3));
    await user.keyboard('{Tab}');
    expect(field()).toHaveValue('@bela ');
    expect(field()).toHaveFocus();
  });

  it('is picked with a click', async () => {
    await type('@be');
    await waitFor(() => expect(names()).toHaveLength(3));
    await user.click(screen.getByText('bert'));
    expect(field()).toHaveValue('@bert ');
    expect(field()).toHaveFocus();
  });

  it('ends with Escape, until another name is typed', async () => {
    await type('@be');
    await waitFor(() => expect(names()).toHaveLength(3));
    await user.keyboard('{Escape}');
    expect(names()).toEqual([]);
    await type('r');
    expect(names()).toEqual([]);
    await type(' @be');
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('ends when the focus leaves', async () => {
    await type('@be');
    await waitFor(() => expect(names()).toHaveLength(3));
    fireEvent.blur(field());
    await waitFor(() => expect(names()).toEqual([]));
  });

  it('does not open within a word, an address or a whole name', async () => {
    await type('x@be https://example.com/@be @bela');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(names()).toEqual([]);
  });

  it('tells assistive technology while it is open', async () => {
    await type('@be');
    await waitFor(() => expect(field()).toHaveAttribute('aria-activedescendant'));
    const active = document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
    expect(active).toHaveTextContent('bela');
    expect(document.getElementById(field().getAttribute('aria-controls') ?? '')).toHaveAttribute('role', 'listbox');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('3 names, use the arrow keys'));
    await user.keyboard('{Escape}');
    expect(field()).not.toHaveAttribute('aria-controls');
    expect(field()).not.toHaveAttribute('aria-activedescendant');
  });

  it('completes participants without the server', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer.on('GET /mention/getNames', () => rejection(503, 'The site is busy, please try again'));
    await type('@b');
    await waitFor(() => expect(names()).toEqual(['bela']));
  });
});

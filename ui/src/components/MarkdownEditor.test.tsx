import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../lib/failure';
import { MarkdownEditor } from './MarkdownEditor';

const refused = 'Invalid hyperlink format.';

function Form({ first, problem }: { first: string; problem: Failure | string | null }) {
  const [text, setText] = useState(first);
  return <MarkdownEditor name="text" label="Text" value={text} onChange={setText} readOnly={false} problem={problem} />;
}

const button = () => screen.queryByRole('button', { name: 'Change http:// to https://' });

describe('a refused link', () => {
  it.each([
    refused,
    { text: refused, detail: 'why' },
    { text: 'not posted', detail: refused },
  ])('is repaired by a button: %j', async (problem) => {
    const user = userEvent.setup();
    render(<Form first="[a](http://a.example) [b](<http://b.example>) http://c.example" problem={problem} />);
    await user.click(button() as HTMLElement);
    expect(screen.getByLabelText('Text')).toHaveValue(
      '[a](https://a.example) [b](<https://b.example>) http://c.example',
    );
    expect(button()).toBeNull();
  });

  it.each([
    ['[a](ftp://a.example)', refused],
    ['[a](http://a.example)', 'another problem'],
    ['[a](http://a.example)', null],
  ])('is not offered for %j with %j', (text, problem) => {
    render(<Form first={text} problem={problem} />);
    expect(button()).toBeNull();
  });
});

describe('the preview', () => {
  it.each([
    ['follows each key', 'short', false],
    ['of a long text follows in a pause of typing', 'word '.repeat(1_000), true],
  ])('%s', async (_, first, waits) => {
    const user = userEvent.setup();
    render(<Form first={first} problem={null} />);
    const preview = screen.getByRole('region', { name: 'Preview' });
    await waitFor(() => expect(preview).toHaveTextContent(first.trim()));
    await user.type(screen.getByLabelText('Text'), 'end');
    if (waits) expect(preview).not.toHaveTextContent('end');
    await waitFor(() => expect(preview).toHaveTextContent(/end$/));
  });
});

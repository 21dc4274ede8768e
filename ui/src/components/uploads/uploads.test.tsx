import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useRef, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pictureIsAnimated } from '../../api/sentences';
import { installFakeUploads } from '../../testing/fakeUploads';
import { MarkdownEditor } from '../MarkdownEditor';
import { loadEngine } from '../markdown/rendering';
import { altOf, labelOf } from './names';
import { PictureButton } from './PictureButton';
import { useUploads } from './useUploads';

const Uploads = installFakeUploads();
const user = userEvent.setup({ delay: null });
const id = '0000000000001';

beforeAll(async () => {
  await loadEngine();
  await import('./UploadList');
});

const submit = vi.fn<(text: string) => void>();
beforeEach(() => {
  submit.mockReset();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

function Form({ initial = '' }: { initial?: string }) {
  const [text, setText] = useState(initial);
  const area = useRef<HTMLTextAreaElement>(null);
  const { choose, uploads } = useUploads(area);
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit(text);
  };
  return (
    <form onSubmit={send}>
      <textarea ref={area} aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      {uploads}
      <PictureButton choose={choose} />
      <button type="submit">Send</button>
    </form>
  );
}

const file = (name: string, type = 'image/png') => new File(['bytes'], name, { type });
const area = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const transfer = (files: File[], types = ['Files']) => ({ files, types });
const paste = (files: File[], types?: string[]) =>
  act(async () => void fireEvent.paste(area(), { clipboardData: transfer(files, types) }));
/** Waits until this many pictures have been sent, and returns the last one. */
const sent = async (count: number) => {
  await waitFor(() => expect(Uploads.all).toHaveLength(count));
  return Uploads.all.at(-1) as InstanceType<typeof Uploads>;
};
const rows = () => screen.queryAllByRole('listitem');

describe('a picture', () => {
  it('that is pasted stands in the text as a placeholder until it is uploaded', async () => {
    render(<Form initial="See: " />);
    area().setSelectionRange(5, 5);
    await paste([file('My cat.png')]);
    const upload = await sent(1);
    expect(area()).toHaveValue('See: ![Uploading My cat.png…]()');
    expect(upload.path).toBe('/picture/upload');
    expect(upload.headers['content-type']).toBe('image/png');
    const [row] = rows();
    expect(row).toHaveTextContent('My cat.pngUploading');
    act(() => upload.progress(1, 4));
    expect(screen.getByRole('progressbar', { name: 'My cat.png' })).toHaveAttribute('value', '0.25');
    act(() => upload.progress(4, 4));
    expect(screen.getByText('Converting')).toBeVisible();
    await act(async () => upload.accept(id));
    expect(area()).toHaveValue(`See: ![My cat](/media/${id})`);
    expect(rows()).toEqual([]);
    // Its description can be typed at once.
    expect(area().value.slice(area().selectionStart, area().selectionEnd)).toBe('My cat');
  });

  it('can be dropped or chosen', async () => {
    render(<Form />);
    fireEvent.drop(area(), { dataTransfer: transfer([file('one.png')]) });
    (await sent(1)).accept(id);
    await waitFor(() => expect(area()).toHaveValue(`![one](/media/${id})`));
    area().setSelectionRange(99, 99);
    await user.upload(screen.getByLabelText('Pictures'), [file('two.jpg', 'image/jpeg')]);
    await sent(2);
    expect(area()).toHaveValue(`![one](/media/${id})![Uploading two.jpg…]()`);
  });

  it('in the clipboard of an office program is not preferred to its text', async () => {
    render(<Form />);
    await paste([file('cells.png')], ['text/plain', 'text/html', 'Files']);
    expect(area()).toHaveValue('');
  });

  it('keeps the cursor and the focus of a user who goes on', async () => {
    render(<Form initial="start end" />);
    area().setSelectionRange(6, 6);
    await paste([file('a.png')]);
    const upload = await sent(1);
    area().setSelectionRange(2, 3);
    await act(async () => upload.accept(id));
    expect(area()).toHaveValue(`start ![a](/media/${id})end`);
    expect([area().selectionStart, area().selectionEnd]).toEqual([2, 3]);
    area().setSelectionRange(0, 0);
    await paste([file('b.png')]);
    const other = await sent(2);
    screen.getByRole('button', { name: 'Send' }).focus();
    await act(async () => other.accept(id));
    expect(area().value).toMatch(/^!\[b\]/);
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus();
  });

  it('that moves is uploaded as its first frame if the author wants that', async () => {
    render(<Form />);
    await paste([file('a.gif', 'image/gif')]);
    await act(async () => (await sent(1)).reply(400, pictureIsAnimated));
    expect(screen.getByText(pictureIsAnimated)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Upload the first frame of a.gif' }));
    const second = await sent(2);
    expect(second.path).toBe('/picture/upload?firstFrame=true');
    await act(async () => second.accept(id));
    expect(area()).toHaveValue(`![a](/media/${id})`);
  });

  it('that fails says why, and can be tried again or removed', async () => {
    render(<Form />);
    await paste([file('a.png')]);
    await act(async () => (await sent(1)).reply(429, 'Too many pictures today'));
    expect(screen.getByText('Too many pictures today')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try a.png again' }));
    const second = await sent(2);
    await act(async () => second.onerror());
    expect(screen.getByText('The site cannot be reached')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove a.png' }));
    expect(area()).toHaveValue('');
    expect(rows()).toEqual([]);
  });

  it('can be cancelled', async () => {
    render(<Form initial="text" />);
    area().setSelectionRange(4, 4);
    await paste([file('a.png')]);
    const upload = await sent(1);
    await user.click(screen.getByRole('button', { name: 'Cancel a.png' }));
    expect(upload.isAborted).toBe(true);
    expect(area()).toHaveValue('text');
  });

  it('is not uploaded any more when its placeholder is deleted, or the form goes', async () => {
    const { unmount } = render(<Form />);
    await paste([file('a.png')]);
    const upload = await sent(1);
    await user.clear(area());
    expect(upload.isAborted).toBe(true);
    expect(rows()).toEqual([]);
    await paste([file('b.png')]);
    const other = await sent(2);
    unmount();
    expect(other.isAborted).toBe(true);
  });

  it('that is larger than the site takes is not sent', async () => {
    render(<Form />);
    const large = file('a.png');
    Object.defineProperty(large, 'size', { value: 9_000_000 });
    await paste([large]);
    expect(await screen.findByText('Picture too large')).toBeVisible();
    expect(Uploads.all).toEqual([]);
  });
});

describe('several pictures', () => {
  it('are sent three at a time, with different placeholders', async () => {
    render(<Form />);
    await paste([1, 2, 3, 4, 5].map(() => file('image.png')));
    await sent(3);
    expect(area().value.split('\n\n')).toEqual([
      '![Uploading image.png…]()',
      '![Uploading image.png 2…]()',
      '![Uploading image.png 3…]()',
      '![Uploading image.png 4…]()',
      '![Uploading image.png 5…]()',
    ]);
    expect(screen.getAllByText('Waiting')).toHaveLength(2);
    await act(async () => Uploads.all[1]?.accept(id));
    await sent(4);
    expect(area().value.split('\n\n')[1]).toBe(`![image](/media/${id})`);
  });

  it('are ten at most', async () => {
    render(<Form />);
    await paste(Array.from({ length: 12 }, (_, index) => file(`${index}.png`)));
    await sent(3);
    expect(rows()).toHaveLength(10);
    expect(screen.getByRole('alert')).toHaveTextContent('At most 10 pictures');
  });

  it('are taken from files of other kinds', async () => {
    render(<Form />);
    await paste([file('a.svg', 'image/svg+xml'), file('b.pdf', 'application/pdf'), file('c.gif', 'image/gif')]);
    await sent(1);
    expect(rows()).toHaveLength(1);
    expect(screen.getByRole('alert')).toHaveTextContent('Only pictures can be uploaded');
  });
});

describe('a form', () => {
  it('is not sent before its pictures are there', async () => {
    render(<Form />);
    await paste([file('a.png')]);
    const upload = await sent(1);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByRole('alert')).toHaveTextContent('Wait until every picture is in the text');
    await act(async () => upload.reply(400, 'Not a picture'));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByRole('alert')).toHaveTextContent('A picture could not be uploaded');
    await user.click(screen.getByRole('button', { name: 'Try a.png again' }));
    await act(async () => (await sent(2)).accept(id));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(submit).toHaveBeenCalledWith(`![a](/media/${id})`);
  });

  it('is sent with the picture when its placeholder came back by undoing', async () => {
    render(<Form />);
    await paste([file('a.png')]);
    await act(async () => (await sent(1)).accept(id));
    fireEvent.input(area(), { target: { value: 'See ![Uploading a.png…]()' } });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(submit).toHaveBeenCalledWith(`See ![a](/media/${id})`));
  });
});

describe('the editor', () => {
  it('has a button for pictures, and does not preview placeholders', async () => {
    function Editor() {
      const [text, setText] = useState('before ');
      return (
        <MarkdownEditor name="text" label="Text" value={text} onChange={setText} readOnly={false} problem={null} />
      );
    }
    render(<Editor />);
    const choose = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
    const toolbar = within(screen.getByRole('toolbar'));
    toolbar.getByRole('button', { name: 'Bold' }).focus();
    await user.keyboard('{End}{Enter}');
    expect(toolbar.getByRole('button', { name: 'Picture' })).toHaveFocus();
    expect(choose).toHaveBeenCalledTimes(1);
    area().setSelectionRange(7, 7);
    await paste([file('a.png')]);
    const upload = await sent(1);
    const preview = screen.getByRole('region', { name: 'Preview' });
    await waitFor(() => expect(preview).toHaveTextContent(/^Preview\s*before$/));
    await act(async () => upload.accept(id));
    const image = await within(preview).findByRole('img', { name: 'a' });
    expect(image).toHaveAttribute('src', `${location.origin}/media/${id}`);
    expect(image).toHaveAttribute('width', '800');
  });
});

describe('the name of a file', () => {
  it.each([
    ['cat.png', 'cat.png', 'cat'],
    ['a](https://evil.example)![b.png', 'a (https evil.example) b.png', 'a (https evil.example) b'],
    [
      '$x$ `code` *b* _i_ <img src=x onerror=1>.jpg',
      'x code b i img src x onerror 1 .jpg',
      'x code b i img src x onerror 1',
    ],
    ['\u202egnp.exe', 'gnp.exe', 'gnp'],
    ['Zäh 猫 🐈.webp', 'Zäh 猫 .webp', 'Zäh 猫'],
    ['\n\0', 'picture', 'picture'],
    ['.png', '.png', 'picture'],
  ])('%j means nothing in Markdown', (name, label, alt) => {
    expect([labelOf(name), altOf(name)]).toEqual([label, alt]);
  });

  it('is cut between characters', () => {
    expect(altOf(`${'𝒶'.repeat(500)}.png`)).toBe('𝒶'.repeat(80));
  });
});

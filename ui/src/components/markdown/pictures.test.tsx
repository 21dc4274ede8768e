import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { Excerpt } from './Excerpt';
import { Markdown } from './Markdown';
import { learnSizes } from './pictureSizes';
import { loadEngine } from './rendering';

const fakeServer = installFakeServer();
const user = userEvent.setup({ delay: null });
const id = (last: number | string) => `000000000000${last}`;
const path = (last: number | string) => `/media/${id(last)}`;
const here = (address: string) => location.origin + address;

beforeAll(async () => {
  await loadEngine();
  await import('../pictures/Lightbox');
});

// jsdom shows no dialogs.
beforeEach(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      fireEvent(this, new Event('close'));
    },
  });
});

describe('a picture in a text', () => {
  it('is shown, and reserves its place if its size is known', () => {
    learnSizes([{ _id: id(1), width: 1280, height: 1280 }]);
    render(<Markdown text={`![My cat](${path(1)}) ![](${path(2)})`} />);
    const known = screen.getByRole('img', { name: 'My cat' });
    expect(known).toHaveAttribute('src', here(path(1)));
    expect(known).toMatchObject({ loading: 'lazy', decoding: 'async' });
    expect([known.getAttribute('width'), known.getAttribute('height')]).toEqual(['640', '640']);
    const unknown = screen.getByRole('img', { name: 'Picture' });
    expect(unknown).not.toHaveAttribute('width');
    // A second rendering knows its size.
    Object.defineProperties(unknown, { naturalWidth: { value: 30 }, naturalHeight: { value: 20 } });
    fireEvent.load(unknown);
    render(<Markdown text={`![again](${path(2)})`} />);
    expect(screen.getByRole('img', { name: 'again' })).toHaveAttribute('width', '30');
  });

  it('is a thumbnail in small places, and a link in lists', () => {
    learnSizes([{ _id: id(3), width: 1280, height: 960 }]);
    const { rerender } = render(<Markdown text={`![a](${path(3)})`} isInline />);
    expect(screen.getByRole('img')).toHaveAttribute('src', here(`${path(3)}?size=thumbnail`));
    expect(screen.getByRole('img')).toHaveAttribute('width', '256');
    rerender(<Markdown text={`![a](${path(4)})`} hasThumbnails />);
    expect(screen.getByRole('img')).toHaveStyle({ height: '192px' });
    rerender(<Excerpt text={`![a](${path(3)})`} />);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('link', { name: 'image: a' })).toHaveAttribute('href', path(3));
  });

  it.each([
    '![a](https://example.com/a.png)',
    '![a](http://example.com/media/0000000000001)',
    '![a](//example.com/media/0000000000001)',
    '![a](/media/0000000000001/)',
    '![a](/media/0000000000001?size=thumbnail)',
    '![a](/media/../media/0000000000001)',
    '![a](/media/000000000000i)',
    '![a](/media/)',
    '![a](/MEDIA/0000000000001)',
    '![a](media/0000000000001)',
    '![a](data:image/png;base64,AAAA)',
    '![a](javascript:alert(1))',
    '[a](/media/0000000000001)',
    '[image: a](/media/0000000000001)',
    '[![a](/media/0000000000001)](https://example.com)',
    '<img src="/media/0000000000001">',
    '`![a](/media/0000000000001)`',
    '<a class="picture" href="/media/0000000000001">a</a>',
  ])('is not made of %s', (text) => {
    const { container } = render(<Markdown text={text} />);
    expect(container.querySelector('img')).toBeNull();
  });

  it.each([
    '"><img src=x onerror=alert(1)>',
    '" onload="alert(1)',
    '&quot; onerror=&quot;alert(1)',
    "' x='",
  ])('has %s as a mere description', (alt) => {
    const { container } = render(<Markdown text={`![${alt}](${path(5)})`} />);
    const images = [...container.querySelectorAll('img')];
    expect(images).toHaveLength(1);
    const names = images[0]?.getAttributeNames().toSorted();
    expect(names).toEqual(['alt', 'src', 'style']);
  });

  it('that is gone leaves a note with its description', async () => {
    fakeServer.on(`GET ${path(6)}`, () => rejection(404, 'Not found'));
    fakeServer.on(`GET ${path(7)}`, () => rejection(500));
    const { container } = render(<Markdown text={`![My cat](${path(6)}) ![My dog](${path(7)})`} />);
    for (const image of screen.getAllByRole('img')) fireEvent.error(image);
    await waitFor(() => expect(container).toHaveTextContent('Picture removed: My cat Picture not loaded: My dog'));
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('an opened picture', () => {
  const open = async () => {
    const view = render(<Markdown text={`![one](${path(1)})\n\ntext ![two](${path(2)})\n\n![three](${path(3)})`} />);
    screen.getByRole('link', { name: 'two' }).focus();
    await act(() => user.keyboard('{Enter}'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Picture' }));
    return { view, dialog };
  };

  it('is shown alone, and the arrow keys lead to the others of its text', async () => {
    const { dialog } = await open();
    expect(dialog.getByRole('img', { name: 'two' })).toHaveAttribute('src', here(path(2)));
    expect(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
    expect(dialog.getByText('2 of 3')).toBeVisible();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(dialog.getByRole('img')).toHaveAccessibleName('three');
    expect(dialog.getByRole('link', { name: /Open original/ })).toHaveAttribute('href', here(path(3)));
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(dialog.getByText('one')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Next picture' }));
    expect(dialog.getByRole('img')).toHaveAccessibleName('two');
  });

  it('gives the focus back when it is closed', async () => {
    const { dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('link', { name: 'two' })).toHaveFocus();
  });

  it('keeps its keys from the form around the text', async () => {
    const heard = vi.fn();
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: as the forms do
      <div onKeyDown={heard}>
        <Markdown text={`![one](${path(1)})`} />
      </div>,
    );
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'one' })));
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Close' }), { key: 'Escape' });
    expect(heard).not.toHaveBeenCalled();
  });

  it('in a new tab stays with the browser', () => {
    render(<Markdown text={`![one](${path(1)})`} />);
    expect(fireEvent.click(screen.getByRole('link', { name: 'one' }), { ctrlKey: true })).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

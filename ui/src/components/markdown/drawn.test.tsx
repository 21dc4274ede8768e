import { render as mount } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

/** Loads the modules for a page with these replies, in which the server has drawn the cards of `html`. */
async function open(replies: object, html: string) {
  vi.resetModules();
  document.body.innerHTML = `<script type="application/json" id="first-data">${JSON.stringify(replies)}</script><div id="page">${html}</div>`;
  const { Excerpt } = await import('./Excerpt');
  const { render } = await import('./rendering');
  return { Excerpt, render };
}

const card = (id: string, html: string, className = 'markdown') =>
  `<article aria-labelledby="${id}"><h2 id="${id}">T</h2><div class="${className}">${html}</div></article>`;
const list = (items: object[]) => ({ user: null, lists: { '/list': { items, total: items.length, next: null } } });

beforeEach(() => {
  document.body.innerHTML = '';
});

it('shows the texts of a list as the server has drawn them, without the parser', async () => {
  const { Excerpt, render } = await open(list([{ _id: 'a1', text: '*one*' }]), card('a1', '<p><em>one</em></p>'));
  // What the app shows takes the place of the page.
  render('*one*');
  document.getElementById('page')?.remove();
  const { container } = mount(<Excerpt text="*one*" />);
  expect(container.querySelector('em')).toHaveTextContent('one');
  expect(render('*other*')).toBeUndefined();
});

it('shows those of other replies with a list', async () => {
  const replies = { user: null, others: { '/pinned': [{ _id: 'a1', text: '`x`' }], '/one': { _id: 'b1' } } };
  const { render } = await open(replies, card('a1', '<p><code>x</code></p>'));
  expect(render('`x`')?.nodes?.textContent).toBe('x');
});

it('shows those of the inbox', async () => {
  const entries = [
    { _id: 'e1', kind: 'response', item: { updateText: '*one*' } },
    { _id: 'e2', kind: 'own', item: { text: '*two*' } },
  ];
  const html = `<li id="e1"><div class="markdown">1</div></li><li id="e2"><div class="markdown">2</div></li>`;
  const { render } = await open(list(entries), html);
  expect(render('*one*')?.nodes?.textContent).toBe('1');
  expect(render('*two*')?.nodes?.textContent).toBe('2');
});

it('parses what the server shows as its source', async () => {
  const { render } = await open(
    list([{ _id: 'a1', text: '> '.repeat(99) }]),
    card('a1', '&gt;', 'markdown markdown-source'),
  );
  expect(render('> '.repeat(99))).toBeUndefined();
});

it('parses inline texts, which are drawn otherwise', async () => {
  const { render } = await open(list([{ _id: 'a1', text: '# one' }]), card('a1', '<h3>one</h3>'));
  expect(render('# one', true)).toBeUndefined();
  expect(render('# one')?.nodes?.querySelector('h3')).not.toBeNull();
});

import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  document.body.replaceChildren();
  vi.resetModules();
});

const withData = async (data: unknown) => {
  document.body.innerHTML = `<script id="first-data" type="application/json">${JSON.stringify(data)}</script>`;
  return import('./firstData');
};

it('returns the replies that are in the page', async () => {
  const lists = { '/list?limit=1': { items: [{ title: 'a' }], total: 7, next: '/list?cursor=1' } };
  const { firstReply } = await withData({ user: null, lists, others: { '/other': ['b'] } });
  expect(firstReply('/list?limit=1')).toMatchObject({ path: '/list?limit=1', items: [{ title: 'a' }], total: 7 });
  expect(firstReply('/other')).toEqual(['b']);
  expect(firstReply('/list')).toBeUndefined();
});

it('returns nothing in a page without data', async () => {
  const { firstData, firstReply } = await import('./firstData');
  expect(firstData).toBeNull();
  expect(firstReply('/other')).toBeUndefined();
});

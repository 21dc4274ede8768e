import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import ApiDocsPage from './ApiDocsPage';
import { type ApiDocument, shape } from './document';

const text = readFileSync(resolve(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8');
const document = JSON.parse(text) as ApiDocument;

test('every call of the document is listed, found by its words, and told with its shapes', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text)));
  const user = userEvent.setup();
  render(<ApiDocsPage />);
  expect(await screen.findByRole('heading', { name: 'The calls of Stoa' })).toBeVisible();
  const spelt = Object.values(document.paths).flatMap((operations) => Object.values(operations));
  const calls = spelt.filter((call) => call['x-alias-of'] === undefined);
  expect(calls.length).toBeLessThan(spelt.length);
  expect(screen.getAllByRole('group')).toHaveLength(calls.length);
  // Headings are what there is, and no spellings of one call.
  expect(screen.queryByRole('heading', { name: 'addMember' })).toBeNull();

  await user.type(screen.getByRole('searchbox'), 'answer POST addAnswer');
  const call = screen.getByRole('group');
  await user.click(within(call).getByText('/answer/addAnswer'));
  expect(call).toHaveTextContent('Needs a session.');
  expect(call).toHaveTextContent('BodyAddAnswer { ans: AnswerText { ansBy?: string nonce?: string | null // Of one');
  expect(call).toHaveTextContent('text: string } qid: string }');
  expect(call).toHaveTextContent('404 Absent, or hidden from this viewer');

  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'POST /join');
  const join = screen.getByRole('group');
  await user.click(within(join).getByText('/games/join'));
  expect(join).toHaveTextContent('Also at /join');

  await user.type(screen.getByRole('searchbox'), ' nowhere');
  expect(screen.getByRole('heading', { name: 'No Calls Found' })).toBeVisible();
});

test('a type that contains itself is spelt out once', () => {
  const tree = { properties: { children: { items: { $ref: '#/components/schemas/Tree' } } }, required: ['children'] };
  const made = { ...document, components: { schemas: { Tree: tree } } };
  expect(shape({ $ref: '#/components/schemas/Tree' }, made)).toBe('Tree {\n  children: [Tree]\n}');
});

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import ApiDocsPage from './ApiDocsPage';
import { type ApiDocument, shape } from './document';

const fakeServer = installFakeServer();

const text = readFileSync(resolve(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8');
const document = JSON.parse(text) as ApiDocument;

const user = userEvent.setup();

async function show() {
  fakeServer.on('GET /openapi.json', () => new Response(text));
  renderApp(<ApiDocsPage />);
  expect(await screen.findByRole('heading', { name: 'Stoa API' })).toBeVisible();
}

/** Searches for a call, expects exactly one result, and opens it. */
async function open(search: string, path: string) {
  await user.type(screen.getByRole('searchbox'), search);
  const call = screen.getByRole('group');
  await user.click(within(call).getByText(path));
  return call;
}

test('every call of the document is listed once', async () => {
  await show();
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const calls = operations.filter((call) => call['x-alias-of'] === undefined);
  expect(calls.length).toBeLessThan(operations.length);
  expect(screen.getAllByRole('group')).toHaveLength(calls.length);
});

test('the headings are subjects, not aliases of a call', async () => {
  await show();
  expect(screen.queryByRole('heading', { name: 'addMember' })).toBeNull();
});

test('an open call shows its session, body and errors', async () => {
  await show();
  const call = await open('answer POST addAnswer', '/answer/addAnswer');
  expect(call).toHaveTextContent('Needs a session or an API token with the scope write.');
  expect(call).toHaveTextContent(
    'BodyAddAnswer { ans: AnswerText { ansBy?: string nonce?: string | null // Client-chosen',
  );
  expect(call).toHaveTextContent('text: string } qid: string }');
  expect(call).toHaveTextContent('404 Absent, or hidden from this viewer');
});

test.each([
  ['user POST logout', '/user/logout', 'Needs no session.'],
  ['GET getApiTokens', '/user/getApiTokens', 'Needs a session.'],
  [
    'GET getTagsWithQuestionNumber',
    '/tag/getTagsWithQuestionNumber',
    'Needs a session or an API token with the scope read, unless everyone may read.',
  ],
])('%s says what it needs', async (search, path, needs) => {
  await show();
  expect(await open(search, path)).toHaveTextContent(needs);
});

test('an open call shows its aliases', async () => {
  await show();
  expect(await open('POST /join', '/games/join')).toHaveTextContent('Also at /join');
});

test('a search without matches finds no calls', async () => {
  await show();
  await user.type(screen.getByRole('searchbox'), 'POST /join nowhere');
  expect(screen.getByRole('heading', { name: 'No Calls Found' })).toBeVisible();
});

test('a type that contains itself is spelt out once', () => {
  const tree = { properties: { children: { items: { $ref: '#/components/schemas/Tree' } } }, required: ['children'] };
  const made = { ...document, components: { schemas: { Tree: tree } } };
  expect(shape({ $ref: '#/components/schemas/Tree' }, made)).toBe('Tree {\n  children: [Tree]\n}');
});

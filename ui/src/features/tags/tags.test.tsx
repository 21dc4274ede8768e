import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { TagPage as Tag } from '../../api/generated';
import { tagTaken } from '../../api/sentences';
import { routes } from '../../lib/routes';
import { installFakeServer, listResponse, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import TagPage from './TagPage';

const fakeServer = installFakeServer();

const conflict = 'The description was changed meanwhile: compare it with yours, then save again';
let tag: Tag;

beforeEach(() => {
  localStorage.clear();
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  tag = { name: 'Plutus', questionCount: 2, text: '', canEdit: true, synonyms: [], topQuestions: [] };
  fakeServer.on('GET /tag/getTagPage/*', () => tag);
});

function show(address = routes.tag.to({ tag: 'plutus' })) {
  const pages = [{ path: routes.tag.pattern, element: <TagPage /> }, { path: '*' }];
  return renderApp(pages, { address });
}

it('shows a description with its last editor, and the top questions', async () => {
  tag = {
    ...tag,
    text: 'A **language**.',
    revisionId: 'r',
    editedBy: 'ben',
    editDateTime: '2026-11-21T00:00:00.000Z',
    topQuestions: [{ _id: 'q', title: 'Why?', score: 3, answerCount: 1 }],
  };
  show();
  expect(await screen.findByRole('heading', { name: 'Plutus' })).toBeVisible();
  expect((await screen.findByText('language')).tagName).toBe('STRONG');
  expect(screen.getByText(/edited by/)).toHaveTextContent('edited by ben');
  expect(screen.getByRole('link', { name: 'History' })).toHaveAttribute('href', '/tagPage?tag=Plutus&history=true');
  expect(screen.getByRole('link', { name: 'Why?' }).closest('li')).toHaveTextContent('3 votes · 1 answer');
  expect(screen.getByRole('link', { name: '2 questions' })).toHaveAttribute('href', '/questionPage?tag=Plutus');
});

it('leads from a synonym to its main tag, and says so', async () => {
  tag = { ...tag, synonyms: ['PLT', 'plu'] };
  const { router } = show(routes.tag.to({ tag: 'plt' }));
  expect(await screen.findByRole('heading', { name: 'Plutus' })).toBeVisible();
  expect(screen.getByText(/is a synonym of/)).toHaveTextContent('PLT is a synonym of Plutus.');
  expect(router.state.location.search).toBe('?tag=Plutus');
  expect(screen.getByText(/^Synonyms:/)).toHaveTextContent('Synonyms: PLT, plu');
  expect(screen.queryByRole('button', { name: 'Edit synonyms' })).toBeNull();
});

it('says nothing about synonyms of a tag that has none', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Plutus' })).toBeVisible();
  expect(screen.queryByText(/synonym/i)).toBeNull();
});

it('lets administrators add and remove synonyms', async () => {
  const bodyOf = (body: unknown) => JSON.parse(String(body)) as { name?: string; synonym: string };
  fakeServer.on('POST /tag/addTagSynonym', ({ body }) => {
    const { name, synonym } = bodyOf(body);
    if (synonym === 'react') return rejection(409, 'This is a synonym of another tag');
    tag = { ...tag, synonyms: [synonym] };
    return { name, synonyms: tag.synonyms };
  });
  fakeServer.on('DELETE /tag/removeTagSynonym', ({ body }) => {
    tag = { ...tag, synonyms: tag.synonyms.filter((synonym) => synonym !== bodyOf(body).synonym) };
    return { name: tag.name, synonyms: tag.synonyms };
  });
  const pages = [{ path: routes.tag.pattern, element: <TagPage /> }];
  const address = routes.tag.to({ tag: 'plutus' });
  renderApp(pages, { address, user: { username: 'root1', isAdministrator: true } });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit synonyms' }));
  const field = await screen.findByRole('textbox', { name: 'New synonym' });
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.type(field, 'react{Enter}');
  expect(await screen.findByText('This is a synonym of another tag')).toBeVisible();
  expect(field).toHaveValue('react');
  await userEvent.clear(field);
  await userEvent.type(field, 'plt{Enter}');
  const remove = await screen.findByRole('button', { name: 'Remove plt' });
  expect(field).toHaveValue('');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(remove);
  await waitFor(() => expect(remove).not.toBeInTheDocument());
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByRole('button', { name: 'Edit synonyms' })).toBeVisible();
});

it('saves a description, based on the version that was shown', async () => {
  tag = { ...tag, text: 'Old.', revisionId: 'r1' };
  fakeServer.on('PATCH /tag/editTagDescription', ({ body }) => {
    const { text } = JSON.parse(String(body)) as { text: string };
    return { text, revisionId: 'r2' };
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit description' }));
  const field = await screen.findByRole('textbox', { name: 'Description' });
  expect(field).toHaveValue('Old.');
  await userEvent.clear(field);
  await userEvent.type(field, 'New.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('New.')).toBeVisible();
  const sent = fakeServer.requests.find(({ method }) => method === 'PATCH');
  expect(JSON.parse(String(sent?.body))).toEqual({ name: 'Plutus', text: 'New.', base: 'r1' });
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('shows the other description after a conflict, and then replaces it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  tag = { ...tag, text: 'Old.', revisionId: 'r1' };
  fakeServer.on('PATCH /tag/editTagDescription', ({ body }) => {
    const { text, base } = JSON.parse(String(body)) as { text: string; base: string };
    if (base !== tag.revisionId) return rejection(409, conflict);
    return { text, revisionId: 'r3' };
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit description' }));
  const field = await screen.findByRole('textbox', { name: 'Description' });
  await userEvent.type(field, ' Mine.');
  tag = { ...tag, text: 'Theirs.', revisionId: 'r2' };
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(conflict)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Current description' })).toHaveTextContent('Theirs.');
  expect(field).toHaveValue('Old. Mine.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(await screen.findByText('Old. Mine.')).toBeVisible();
});

it('does not send a description that is too long', async () => {
  tag = { ...tag, text: 'x'.repeat(5001), revisionId: 'r' };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit description' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(screen.getByText('Tag description cannot be more than 5000 characters')).toBeVisible();
  expect(fakeServer.requests.every(({ method }) => method === 'GET')).toBe(true);
});

it('offers no edit of a tag that only private communities use', async () => {
  tag = { ...tag, canEdit: false };
  show();
  expect(await screen.findByText(/so it has no description/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit description' })).toBeNull();
});

it('says that a tag does not exist', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer.on('GET /tag/getTagPage/*', () => rejection(404, 'Tag not found'));
  show();
  expect(await screen.findByRole('heading', { name: 'Tag not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show all tags' })).toHaveAttribute('href', '/tags');
});

it('lists the versions with their differences', async () => {
  const version = (text: string, editedBy: string) => ({ _id: text, editedBy, editDateTime: '2026-11-21', text });
  fakeServer.on('GET /tag/getTagRevisions/*', () => listResponse([version('New', 'ben'), version('Old', 'ann')]));
  show(routes.tag.to({ tag: 'plutus', history: 'true' }));
  expect((await screen.findByText('Current version')).closest('li')).toHaveTextContent('ben');
  await waitFor(() => expect(document.querySelector('del')).toHaveTextContent('Old'));
  expect(screen.getByRole('heading', { name: 'History of the tag plutus' })).toBeVisible();
});

function showToStaff(address = routes.tag.to({ tag: 'plutus' })) {
  const pages = [{ path: routes.tag.pattern, element: <TagPage /> }];
  return renderApp(pages, { address, user: { username: 'root1', isAdministrator: true } });
}

const bodyOf = (method: string, path: string) =>
  JSON.parse(String(fakeServer.requests.find((sent) => sent.method === method && sent.path === path)?.body)) as unknown;

it('lets staff rename a tag, and offers to merge it if the name is taken', async () => {
  fakeServer.on('PATCH /tag/renameTag', () => rejection(409, tagTaken));
  fakeServer.on('POST /tag/addTagSynonym', () => ({ name: 'Haskell', synonyms: ['Plutus'] }));
  const { router } = showToStaff();
  await userEvent.click(await screen.findByRole('button', { name: 'Rename tag' }));
  const field = await screen.findByRole('textbox', { name: 'New name' });
  await userEvent.clear(field);
  await userEvent.type(field, 'Haskell');
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Merge into Haskell' }));
  await waitFor(() => expect(router.state.location.search).toBe('?tag=Haskell'));
  expect(bodyOf('PATCH', '/tag/renameTag')).toEqual({ name: 'Plutus', newName: 'Haskell' });
  expect(bodyOf('POST', '/tag/addTagSynonym')).toEqual({ name: 'Haskell', synonym: 'Plutus' });
});

it('says what deleting a tag changes, deletes it, and offers to restore it', async () => {
  let isDeleted = false;
  fakeServer.on('GET /tag/getTagPage/*', () => (isDeleted ? rejection(404, 'Tag not found') : tag));
  fakeServer.on('GET /tag/getTagUse/*', () => ({ name: 'Plutus', isDeleted, questionCount: 2, onlyTagCount: 1 }));
  fakeServer.on('DELETE /tag/deleteTag', () => {
    isDeleted = true;
    return { name: 'Plutus', isDeleted };
  });
  fakeServer.on('POST /tag/restoreTag', () => {
    isDeleted = false;
    return { name: 'Plutus', isDeleted };
  });
  showToStaff();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete tag' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('2 questions will no longer show this tag');
  await waitFor(() => expect(dialog).toHaveTextContent('1 question has no other tag'));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Restore tag' }));
  expect(await screen.findByRole('button', { name: 'Delete tag' })).toBeVisible();
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { installFakeServer, rejection } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import MissingPage from './MissingPage';

const fakeServer = installFakeServer();
const show = (address: string) =>
  renderApp(
    [
      { path: '/question/:qid', element: <p>The question</p> },
      { path: '*', element: <MissingPage /> },
    ],
    {
      address,
    },
  ).router;

it('leads from an address of an imported site to its page here', async () => {
  fakeServer.on('GET /address/getTarget*', () => ({ target: '/question/x#y' }));
  const router = show('/questions/1/how/2?lq=1');
  expect(await screen.findByText('The question')).toBeVisible();
  expect(fakeServer.requests[0]?.url).toBe('/address/getTarget?of=%2Fquestions%2F1%2Fhow%2F2%3Flq%3D1');
  expect(router.state.location.hash).toBe('#y');
});

it.each([
  '/123',
  '/123/how-hot',
  '/tag/two%20words',
  '/index.php?qa=123&qa_1=how-hot',
  '/any/path',
])('asks where %s of an imported site is here', async (address) => {
  fakeServer.on('GET /address/getTarget*', () => ({ target: '/question/x' }));
  show(address);
  expect(await screen.findByText('The question')).toBeVisible();
});

it('says that there is no page where the address names nothing', async () => {
  fakeServer.on('GET /address/getTarget*', () => rejection(404, 'Not found'));
  show('/a/1');
  expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeVisible();
});

import { act, fireEvent, render } from '@testing-library/react';
import { Suspense, use } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import Shortcuts from './Shortcuts';

vi.mock('../../lib/session', () => ({ useUser: () => ({ username: 'ada' }) }));

afterEach(() => history.replaceState(null, '', '/'));

const never = new Promise<never>(() => {});
const Loading = () => use(never);

const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key, ctrlKey: true }));

it('keeps the entry of a page that still loads when the next shortcut leads back', async () => {
  history.replaceState(null, '', '/home');
  render(
    <BrowserRouter>
      <Shortcuts />
      <Suspense>
        <Routes>
          <Route path="/home" element={<main />} />
          <Route path="/communities/all" element={<Loading />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  );
  await press('k');
  const entries = history.length;
  await press('h');
  expect([location.pathname, history.length]).toEqual(['/home', entries + 1]);
});

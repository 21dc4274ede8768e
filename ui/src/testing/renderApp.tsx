import { render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, type InitialEntry, type RouteObject, RouterProvider } from 'react-router-dom';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { expect } from 'vitest';
import type { User } from '../api/generated';
import { UserContext } from '../lib/session';

type Options = {
  /** The address of the first entry of the history. */
  address?: InitialEntry;
  /** The addresses of several entries of the history. The last one is shown. */
  history?: string[];
  /** The signed-in user. */
  user?: Partial<User>;
  swr?: SWRConfiguration;
  /** Rendered beside the router, such as a component that receives events. */
  beside?: ReactNode;
};

/** Renders pages with the providers of the app: the router, an empty SWR cache and the session. */
export function renderApp(
  pages: ReactNode | RouteObject[],
  { address = '/', history = [], user, swr, beside }: Options = {},
) {
  const routes = Array.isArray(pages) ? (pages as RouteObject[]) : [{ path: '*', element: pages }];
  const router = createMemoryRouter(routes, { initialEntries: history.length ? history : [address] });
  const view = render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0, ...swr }}>
      <UserContext
        value={{ _id: 'u', username: 'ann', dateJoined: '', biography: '', questionCount: 0, answerCount: 0, ...user }}
      >
        {beside}
        <RouterProvider router={router} />
      </UserContext>
    </SWRConfig>,
  );
  return { router, ...view };
}

/** Waits until the texts of the page are drawn. Until the parser is loaded, they stand invisible in their place. */
export const untilDrawn = () => waitFor(() => expect(document.querySelector('.invisible')).toBeNull());

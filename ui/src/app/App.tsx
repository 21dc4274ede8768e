import { RouterProvider } from 'react-router-dom';
import { type Cache, SWRConfig } from 'swr';
import { ApiError } from '../api/client';
import type { User } from '../api/generated';
import { leave } from '../lib/session';
import { router } from './routes';

/** The app half. `user` is known right after a login; otherwise the guard asks the server. */
export default function App({ user }: { user: User | undefined }) {
  return (
    <SWRConfig
      value={{
        provider: (): Cache => new Map(),
        fallback: user ? { '/user/me': user } : {},
        // Changes are pushed, and a lost connection makes the pages ask again.
        revalidateOnFocus: false,
        revalidateOnReconnect: false,
        shouldRetryOnError: (error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500,
        errorRetryInterval: 3000,
        onError: (error) => {
          if (error instanceof ApiError && error.status === 401) leave();
          else console.error(error);
        },
      }}
    >
      <RouterProvider router={router} />
    </SWRConfig>
  );
}

import type { ReactNode } from 'react';
import { usePageTitle } from './usePageTitle';

/** Replaces a page that does not exist, with links to other pages. */
export function NotFoundMessage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="text-center py-5">
      <h1 className="mb-2">{title}</h1>
      {children}
    </div>
  );
}

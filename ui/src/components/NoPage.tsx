import type { ReactNode } from 'react';
import { usePageTitle } from './usePageTitle';

/** What stands in place of a page that is not there, and ways on. */
export function NoPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="text-center py-5">
      <h1 className="mb-2">{title}</h1>
      {children}
    </div>
  );
}

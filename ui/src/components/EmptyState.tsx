import type { ReactNode } from 'react';

/** Shows that a list or page is empty, and what the user can do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="text-center py-5">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

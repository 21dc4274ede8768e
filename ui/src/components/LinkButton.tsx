import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

/** A button that goes to a page. */
export function LinkButton({ to, className, children }: { to: string; className: string; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <button className={className} type="button" onClick={() => navigate(to)}>
      {children}
    </button>
  );
}

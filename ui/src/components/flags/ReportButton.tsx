import { Suspense, useState } from 'react';
import type { CaseKind } from '../../api/generated';
import { useIsStranger } from '../../lib/stranger';
import { lazyWithRetry } from '../lazyWithRetry';
import { wordOf } from './api';

const ReportDialog = lazyWithRetry(() => import('./ReportDialog'), { isOptional: true });

type Props = { kind: CaseKind; id: string; className?: string | undefined };

/** Reports an object of another user. The dialog loads when it opens. Absent without a session. */
export function ReportButton({ kind, id, className }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isReported, setReported] = useState(false);
  if (useIsStranger()) return null;
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={isReported ? `Reported ${wordOf(kind)}` : `Report ${wordOf(kind)}…`}
        onClick={() => setOpen(true)}
      >
        {isReported ? 'Reported' : 'Report…'}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog kind={kind} id={id} setReported={setReported} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { type FormEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyWithRetry } from '../lazyWithRetry';
import { nameAtCaret } from './naming';

const NameList = lazyWithRetry(() => import('./NameList'), { isOptional: true });

/** Completes the names of members in the text areas inside. */
export function WithMentions({ children }: { children: ReactNode }) {
  const [area, setArea] = useState<HTMLTextAreaElement | null>(null);
  const unwanted = useRef<number>(undefined);
  const onInput = ({ target }: FormEvent) => {
    const name = target instanceof HTMLTextAreaElement && nameAtCaret(target);
    if (name && name.start !== unwanted.current) setArea(target as HTMLTextAreaElement);
  };
  const close = (start?: number) => {
    unwanted.current = start;
    setArea(null);
  };
  return (
    <div style={{ display: 'contents' }} onInput={onInput}>
      {children}
      {area && (
        <Suspense fallback={null}>
          <NameList area={area} close={close} />
        </Suspense>
      )}
    </div>
  );
}

import { useLayoutEffect, useRef } from 'react';

const caseOf = (id: string | undefined) => document.querySelector<HTMLElement>(`[data-case="${id}"]`);

/** Returns whether the user is nowhere on the page, so that it may choose a place for them. */
function isNowhere() {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.id === 'content' || activeElement?.tagName === 'H1';
}

/**
 * Keeps the focus on a case of a list, so that its keys work: first on the first one, and on the one that takes the
 * place of a case that is gone.
 */
export function CaseFocus({ ids }: { ids: string[] }) {
  const shown = useRef<string[]>([]);
  const focused = useRef<string>(undefined);
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = (target as Element).closest<HTMLElement>('[data-case]')?.dataset.case;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    const [before, { current }] = [shown.current, focused];
    shown.current = ids;
    const place = current === undefined ? -1 : before.indexOf(current);
    const isGone = place >= 0 && current !== undefined && !ids.includes(current);
    if (!isNowhere() || (before.length > 0 && !isGone)) return;
    const next = before.slice(place + 1).find((id) => ids.includes(id)) ?? ids[Math.min(place, ids.length - 1)];
    if (isGone) caseOf(next)?.focus();
    else caseOf(ids[0])?.focus({ preventScroll: true });
  }, [ids]);
  return null;
}

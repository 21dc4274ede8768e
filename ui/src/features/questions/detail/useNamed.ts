import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** How long an answer that the address names stays marked, in milliseconds. */
const marked = 3_000;

/** Which answers the entries of the history have shown, until the site is loaded anew. */
const opened = new Set<string>();

/** The answer that the address names, while it is marked. Goes there as soon as it is shown. */
export function useNamed(shown: string[]): string | null {
  const { hash, key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const [named, setNamed] = useState<string | null>(null);
  const id = hash.slice(1);
  const isShown = shown.includes(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again goes there again
  useEffect(() => {
    const answer = isShown && document.getElementById(id);
    // Going back finds the place where one was. What is opened by itself counts as a return too, to where nobody was.
    if (!answer || (isReturn && opened.has(key + id) && scrollY > 0)) return;
    opened.add(key + id);
    answer.scrollIntoView();
    answer.focus({ preventScroll: true });
    setNamed(id);
    const timer = setTimeout(() => setNamed(null), marked);
    return () => clearTimeout(timer);
  }, [id, key, isShown]);
  return named;
}

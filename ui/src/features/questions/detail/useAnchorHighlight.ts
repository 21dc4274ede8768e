import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** How long the post in the address stays highlighted, in milliseconds. */
const highlightMs = 3_000;

/** The posts that the entries of the history have shown since the page was loaded. */
const opened = new Set<string>();

/**
 * Returns the answer or comment in the address while it is highlighted, and scrolls to it as soon as
 * it is one of those shown.
 */
export function useAnchorHighlight(shown: string[]): string | null {
  const { hash, key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const [named, setNamed] = useState<string | null>(null);
  const id = hash.slice(1);
  const isShown = shown.includes(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again goes there again
  useEffect(() => {
    const post = isShown && document.getElementById(id);
    // Going back restores the scroll position. A directly opened page is a POP too, but has no
    // position.
    if (!post || (isReturn && opened.has(key + id) && scrollY > 0)) return;
    opened.add(key + id);
    post.scrollIntoView();
    post.focus({ preventScroll: true });
    setNamed(id);
    const timer = setTimeout(() => setNamed(null), highlightMs);
    return () => clearTimeout(timer);
  }, [id, key, isShown]);
  return named;
}

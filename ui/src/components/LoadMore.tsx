import { useEffect, useRef } from 'react';

/** Reads on when the end of a list comes into view, or at the press of the button. */
export function LoadMore({ grow, growing }: { grow: () => void; growing: 'no' | 'yes' | 'failed' }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!ref.current || growing !== 'no') return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && grow(), { rootMargin: '600px' });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [grow, growing]);
  return (
    <div className="text-center mt-3" ref={ref}>
      {growing === 'failed' && (
        <p className="error mb-2" role="alert">
          The next part could not be loaded.
        </p>
      )}
      <button className="btn btn-outline-secondary" type="button" aria-disabled={growing === 'yes'} onClick={grow}>
        {growing === 'yes' ? 'Loading…' : 'Load more'}
      </button>
    </div>
  );
}

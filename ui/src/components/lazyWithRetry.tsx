import { type ComponentType, startTransition, use, useEffect, useReducer } from 'react';
import { base } from '../api/base';
import { trackLoading } from '../lib/loading';
import { ErrorMessage } from './ErrorMessage';

/**
 * Creates a component that loads when it is first rendered, inside of a `Suspense`. If it cannot
 * load, the surrounding page stays: a retry button replaces it, or nothing if it `isOptional`. It
 * loads again when the browser is online.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { isOptional = false } = {},
): ComponentType<Props> & { preload: () => void } {
  // A failure is a result, not a rejection. A rejection would replace everything up to the error
  // boundary.
  const tryLoad = () =>
    load().then(
      ({ default: Part }) => ({ Part }),
      (error: unknown) => ({ error }),
    );
  let loading: ReturnType<typeof tryLoad> | undefined;
  const forget = () => {
    loading = undefined;
  };
  function LazyWithRetry(props: Props) {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    if (!loading) {
      loading = tryLoad();
      if (!isOptional) trackLoading(loading);
    }
    const loaded = use(loading);
    if ('Part' in loaded) return <loaded.Part {...props} />;
    const retry = () => {
      forget();
      startTransition(redraw);
    };
    const retryOrReload = async () => {
      loading = tryLoad();
      // Some browsers remember for as long as the page is open that a module could not be loaded.
      if (!('Part' in (await loading)) && (await isServerReachable())) location.reload();
      else startTransition(redraw);
    };
    return (
      <Failed error={loaded.error} onOnline={retry} retry={retryOrReload} forget={forget} isOptional={isOptional} />
    );
  }
  /** Begins to load the component, if nothing has. */
  LazyWithRetry.preload = () => {
    loading ??= tryLoad();
  };
  return LazyWithRetry;
}

const isServerReachable = () =>
  fetch(base || '/', { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  );

type FailedProps = {
  error: unknown;
  onOnline: () => void;
  retry: () => Promise<void>;
  forget: () => void;
  isOptional: boolean;
};

function Failed({ error, onOnline, retry, forget, isOptional }: FailedProps) {
  useEffect(() => {
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  });
  // Rendered later, it loads again.
  useEffect(() => forget, [forget]);
  return isOptional ? null : (
    <ErrorMessage error={error} text="This part of the site could not be loaded" retry={retry} />
  );
}

import { type ComponentType, startTransition, use, useEffect, useReducer } from 'react';
import { noteLoading } from '../lib/loading';
import { ErrorBox } from './ErrorBox';

/**
 * A component that is loaded when it is first shown, inside of a `Suspense`. If it cannot be loaded, the page around it
 * stays: an offer to try again stands in its place, or nothing for an `isExtra`, and a connection that comes back is
 * tried by itself.
 */
export function lazily<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { isExtra = false } = {},
): ComponentType<Props> {
  // A failure is a result, not a rejection, which would take away everything up to an error boundary.
  const attempt = () =>
    load().then(
      ({ default: Part }) => ({ Part }),
      (error: unknown) => ({ error }),
    );
  let loading: ReturnType<typeof attempt> | undefined;
  const forget = () => {
    loading = undefined;
  };
  return function Lazily(props: Props) {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    if (!loading) {
      loading = attempt();
      if (!isExtra) noteLoading(loading);
    }
    const loaded = use(loading);
    if ('Part' in loaded) return <loaded.Part {...props} />;
    const retry = () => {
      forget();
      startTransition(redraw);
    };
    return <Failed error={loaded.error} retry={retry} forget={forget} isExtra={isExtra} />;
  };
}

type FailedProps = { error: unknown; retry: () => void; forget: () => void; isExtra: boolean };

function Failed({ error, retry, forget, isExtra }: FailedProps) {
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  });
  // Whoever comes back later finds it tried again.
  useEffect(() => forget, [forget]);
  return isExtra ? null : <ErrorBox error={error} text="This part of the site could not be loaded" retry={retry} />;
}

import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

type Props = { address: string; children: ReactNode };
type State = { address: string; failure: { error: unknown } | undefined };

/** Without a class there is no way yet to catch what rendering throws. */
class Boundary extends Component<Props, State> {
  override state: State = { address: this.props.address, failure: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address, failure: undefined };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <Failed error={failure.error} /> : this.props.children;
  }
}

/** What stands in place of a page that failed. */
function Failed({ error }: { error: unknown }) {
  return (
    <div role="alert" className="p-3">
      <h1>Unexpected Application Error!</h1>
      <p className="mt-2">{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  );
}

/** A part of the site that, when it fails, says so in its own place, until another address is shown. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary address={useLocation().key}>{children}</Boundary>;
}

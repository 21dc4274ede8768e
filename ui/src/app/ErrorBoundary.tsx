import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { TakeOver } from '../lib/serverPage';

type Props = { address: string; children: ReactNode };
type State = { address: string; failure: { error: unknown } | undefined };

/** React catches rendering errors only in class components. */
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

/** Replaces a page that failed. */
function Failed({ error }: { error: unknown }) {
  return (
    <div role="alert" className="text-center py-5">
      <TakeOver />
      <h1 className="mb-2">Unexpected Application Error!</h1>
      <p className="muted">This page has failed. Your drafts are kept in this browser.</p>
      <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
        Try again
      </button>
      <p className="small muted mt-3">{error instanceof Error ? error.message : String(error)}</p>
    </div>
  );
}

/** Shows an error in place of its children if they fail, until the address changes. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary address={useLocation().key}>{children}</Boundary>;
}

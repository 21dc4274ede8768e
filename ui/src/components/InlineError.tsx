type Props = { error: string | null; id?: string };

/** Shows an error beside the control that caused it. Renders nothing without an error. */
export function InlineError({ error, id }: Props) {
  return (
    error && (
      <p id={id} role="alert" className="error-line small">
        {error}
      </p>
    )
  );
}

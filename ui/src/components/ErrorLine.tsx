type Props = { error: string | null; id?: string };

/** Says what went wrong, beside what was tried; nothing while there is nothing to say. */
export function ErrorLine({ error, id }: Props) {
  return (
    error && (
      <p id={id} role="alert" className="error-line small">
        {error}
      </p>
    )
  );
}

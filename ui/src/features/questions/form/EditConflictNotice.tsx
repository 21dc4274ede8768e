type Props = {
  /** The saved text. */
  saved: string;
  /** The saved text when the draft was started. */
  base: string;
  /** The current text of the form. */
  mine: string;
};

/** Warns that the text was changed in another tab or browser since the draft was started. */
export function EditConflictNotice({ saved, base, mine }: Props) {
  if (saved === base || saved === mine) return null;
  return (
    <p className="small mb-0">
      This was changed elsewhere since you began. Saving replaces that; the history keeps it.
    </p>
  );
}

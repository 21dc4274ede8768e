type Props = {
  /** What is saved. */
  saved: string;
  /** What was saved when one began. */
  began: string;
  /** What one has by now. */
  mine: string;
};

/** Says that what is being changed has been changed in another tab or browser since one began. */
export function ChangedElsewhere({ saved, began, mine }: Props) {
  if (saved === began || saved === mine) return null;
  return (
    <p className="small mb-0">
      This was changed elsewhere since you began. Saving replaces that; the history keeps it.
    </p>
  );
}

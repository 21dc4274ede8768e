/** The room that is open, and whether its end is before the reader's eyes. */
let open: { key: string; isSeen: boolean } | undefined;

/** Notes which room is open, until the returned function is called. */
export function noteOpen(key: string, isSeen: boolean): () => void {
  const noted = { key, isSeen };
  open = noted;
  return () => {
    if (open === noted) open = undefined;
  };
}

/** Whether what comes in a room is read as it comes. */
export const isBeingRead = (key: string) => open?.key === key && open.isSeen;

/** Whether somebody has a room open, and reads what was written before. */
export const isLookedBackIn = (key: string) => open?.key === key && !open.isSeen;

/** The open room, and whether its end is visible. */
let open: { key: string; isSeen: boolean } | undefined;

/** Sets the open room until the returned function is called. */
export function setActiveRoom(key: string, isSeen: boolean): () => void {
  const noted = { key, isSeen };
  open = noted;
  return () => {
    if (open === noted) open = undefined;
  };
}

/** Returns whether new messages of a room are read immediately. */
export const isReadingLatest = (key: string) => open?.key === key && open.isSeen;

/** Returns whether a room is open and scrolled up to older messages. */
export const isReadingHistory = (key: string) => open?.key === key && !open.isSeen;

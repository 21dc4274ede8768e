/** The room whose end is before the reader's eyes. */
let current: string | undefined;

/** Whether what comes in a room is read as it comes. */
export const isBeingRead = (key: string) => current === key;

/** Notes that the end of a room is seen, until the returned function is called. */
export function beginReading(key: string): () => void {
  current = key;
  return () => {
    if (current === key) current = undefined;
  };
}

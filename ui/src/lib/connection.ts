/** When the server last began to push events, in milliseconds of `performance.now()`. */
let connectedAt = 0;

/** Notes that events are pushed from now on. */
export function noteConnect(): void {
  connectedAt = performance.now();
}

/** Whether events may have been lost since `time`, in milliseconds of `performance.now()`. */
export const mayHaveMissed = (time: number): boolean => time < connectedAt;

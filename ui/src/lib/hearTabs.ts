/** Calls `hear` with each message of the other tabs of this browser, until the returned function is called. */
export function hearTabs<T>(channel: BroadcastChannel, hear: (message: T) => void): () => void {
  const onMessage = ({ data }: MessageEvent<T>) => hear(data);
  channel.addEventListener('message', onMessage);
  return () => channel.removeEventListener('message', onMessage);
}

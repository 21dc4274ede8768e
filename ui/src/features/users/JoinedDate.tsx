const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** The day on which a user joined. */
export function JoinedDate({ time }: { time: string }) {
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}

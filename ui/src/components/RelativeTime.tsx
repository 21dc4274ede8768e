import { useEffect, useState } from 'react';
import { momentOf } from '../lib/dates';
import { relativeTime } from '../lib/relativeTime';

/** The interval between updates of relative times, in milliseconds. */
const refreshMs = 30_000;

/** Shows how long ago a time was. Its title has the exact time. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={time} title={momentOf(time)}>
      {relativeTime(time, now)}
    </time>
  );
}

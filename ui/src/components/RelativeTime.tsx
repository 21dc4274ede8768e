import { useEffect, useState } from 'react';
import { relativeTime } from '../lib/relativeTime';

/** How often a time that is told in minutes and hours is told anew. In milliseconds. */
const tick = 30_000;

/** How long ago something was; the exact time is in its title. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tick);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={time} title={new Date(time).toLocaleString()}>
      {relativeTime(time, now)}
    </time>
  );
}

import { useEffect, useState } from 'react';
import { nextChange, relativeTime } from '../lib/relativeTime';

/** How long ago something happened; the words follow the clock, and pointing at them shows the exact time. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(() => new Date());
  const then = new Date(time);
  useEffect(() => {
    const wait = nextChange(new Date(time), now);
    if (wait === undefined) return;
    const timer = setTimeout(() => setNow(new Date()), wait);
    return () => clearTimeout(timer);
  }, [time, now]);
  return (
    <time dateTime={time} title={then.toLocaleString()}>
      {relativeTime(then, now)}
    </time>
  );
}

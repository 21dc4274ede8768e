const format = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** Names the day of a time, in the viewer's time zone. */
export const dayOf = (time: string) => format.format(new Date(time));

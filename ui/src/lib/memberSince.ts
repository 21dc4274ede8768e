const formatter = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** `Member since November 2026` */
export const memberSince = (dateJoined: string) => `Member since ${formatter.format(new Date(dateJoined))}`;

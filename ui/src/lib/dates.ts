const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

export const padTwo = (n: number): string => String(n).padStart(2, '0');

export const monthOf = (at: Date): string => `${months[at.getMonth()]}`;

/** `Nov 05, 2026`, in the reader's time zone: as the specification's times begin, everywhere. */
export function dateOf(time: string | number | Date): string {
  const at = new Date(time);
  return `${monthOf(at)} ${padTwo(at.getDate())}, ${at.getFullYear()}`;
}

/** `Nov 05, 2026 at 09:15` */
export function momentOf(time: string | number | Date): string {
  const at = new Date(time);
  return `${dateOf(at)} at ${padTwo(at.getHours())}:${padTwo(at.getMinutes())}`;
}

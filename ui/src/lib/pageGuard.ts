/**
 * Returns a function that tells whether the user is still on the current page. It compares
 * addresses, because the address changes before the next page loads.
 */
export function pageGuard(): () => boolean {
  const page = () => location.href.split('#')[0];
  const startedAt = page();
  return () => page() === startedAt;
}

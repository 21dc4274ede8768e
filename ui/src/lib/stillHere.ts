/**
 * Notes the page one is on; what it returns tells whether that is still so. The address knows first that one left: the
 * next page may have to be loaded before it is shown.
 */
export function stillHere(): () => boolean {
  const page = () => location.href.split('#')[0];
  const here = page();
  return () => page() === here;
}

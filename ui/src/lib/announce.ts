let region: HTMLElement | undefined;

/** Between the region's coming and its text, in milliseconds: screen readers read what changes in it, not what is there. */
const pause = 50;

/** Lets screen readers say something that the eye sees elsewhere, when they have finished what they are saying. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.className = 'visually-hidden';
    document.body.append(region);
  }
  const status = region;
  status.textContent = '';
  setTimeout(() => {
    status.textContent = text;
  }, pause);
}

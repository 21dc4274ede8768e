let region: HTMLElement | undefined;

/**
 * The delay between inserting the region and its text, in milliseconds: screen readers announce
 * changes only.
 */
const announceDelayMs = 50;

/**
 * Announces a text to screen readers after their current speech, for changes that are only visible
 * otherwise.
 */
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
  }, announceDelayMs);
}

/** Scrolls a row sideways until its chosen element is in view. A ref of that element. */
export function reveal(element: HTMLElement | null) {
  const row = element?.parentElement;
  if (element && row) row.scrollLeft = element.offsetLeft + element.offsetWidth - row.clientWidth;
}

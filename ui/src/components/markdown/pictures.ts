/** Shows the pictures of a text. They are created as nodes after sanitizing: text never becomes an image. */
import { base } from '../../api/base';
import { learnSizes, type Size, sizeOf } from './pictureSizes';

/** The number of pictures in a text that are shown. Further ones stay links. */
const MAX_PICTURES = 100;

/** The largest size of a picture, in CSS pixels. The page limits it to the width of the text. */
const LARGE: Size = { width: Number.POSITIVE_INFINITY, height: 640 };
const THUMBNAIL: Size = { width: 320, height: 192 };

/**
 * Turns the links to pictures into pictures inside these links. The browser can still open them in a new tab; an ordinary
 * click calls `open`.
 */
export function showPictures(nodes: DocumentFragment, isSmall: boolean, open: (link: HTMLAnchorElement) => void): void {
  for (const link of [...nodes.querySelectorAll<HTMLAnchorElement>('a.picture')].slice(0, MAX_PICTURES)) {
    link.replaceChildren(pictureOf(link, isSmall));
    // Beside a short text it would look like a part of the line.
    if (isSmall) Object.assign(link.style, { display: 'block', width: 'fit-content' });
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      open(link);
    });
  }
}

function pictureOf(link: HTMLAnchorElement, isSmall: boolean): HTMLImageElement {
  const image = new Image();
  image.loading = 'lazy';
  image.decoding = 'async';
  image.alt = link.textContent.replace(/^image: /, '') || 'Picture';
  const id = link.href.slice(-13);
  const size = sizeOf(id);
  if (size) {
    const most = isSmall ? THUMBNAIL : LARGE;
    const scale = Math.min(1, most.width / size.width, most.height / size.height);
    image.width = Math.round(size.width * scale);
    image.height = Math.round(size.height * scale);
  } else if (isSmall) {
    // As high before the picture has arrived as afterwards.
    Object.assign(image.style, { height: `${THUMBNAIL.height}px`, objectFit: 'contain', objectPosition: '0' });
  } else {
    image.style.maxHeight = `${LARGE.height}px`;
    image.addEventListener('load', () =>
      learnSizes([{ _id: id, width: image.naturalWidth, height: image.naturalHeight }]),
    );
  }
  image.onerror = () => void explain(link, id, image.alt);
  image.src = isSmall ? `${link.href}?size=thumbnail` : link.href;
  return image;
}

/** Replaces a picture that cannot be shown with the reason, and with its description. */
async function explain(link: HTMLAnchorElement, id: string, alt: string): Promise<void> {
  const path = `/media/${id}`;
  const status = await fetch(base + path).then(
    (response) => response.status,
    () => 0,
  );
  const note = document.createElement('span');
  note.className = 'no-picture';
  note.textContent = `${status === 404 ? 'Picture removed' : 'Picture not loaded'}: ${alt}`;
  link.replaceWith(note);
}

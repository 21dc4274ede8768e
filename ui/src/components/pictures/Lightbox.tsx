import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { ReportButton } from '../flags/ReportButton';
import './lightbox.css';

type Props = {
  /** The link of the picture in its text. */
  opened: HTMLAnchorElement;
  /** Runs when the dialog is closed. */
  close: () => void;
};

type Shown = { href: string; alt: string };

/** Returns the picture of a link in a text. */
const shownBy = (link: HTMLAnchorElement): Shown => ({
  href: link.href,
  alt: link.querySelector('img')?.alt ?? link.textContent,
});

/** Shows the pictures of a text one by one, as large as the window allows. The arrow keys lead to the others. */
export default function Lightbox({ opened, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [links] = useState(() => [
    ...(opened.closest('.markdown')?.querySelectorAll<HTMLAnchorElement>('a.picture') ?? [opened]),
  ]);
  const [pictures] = useState(() => links.map(shownBy));
  const [index, setIndex] = useState(() => Math.max(0, links.indexOf(opened)));
  const [failed, setFailed] = useState<string>();
  const closeButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    closeButton.current?.focus();
  }, []);

  const last = pictures.length - 1;
  const { href = opened.href, alt = '' } = pictures[index] ?? {};
  const move = (to: number) => setIndex(Math.max(0, Math.min(last, to)));
  const press = (event: KeyboardEvent) => {
    // The form around the text does not hear these keys.
    event.stopPropagation();
    // The dialog of a report has keys of its own.
    if ((event.target as Element).closest('dialog') !== dialog.current) return;
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(to);
  };
  const end = () => {
    close();
    // Not every browser moves the focus to a link that is clicked.
    if (opened.isConnected) opened.focus();
  };
  return (
    <dialog ref={dialog} className="lightbox" aria-label="Picture" closedby="any" onClose={end} onKeyDown={press}>
      <div className="lightbox-bar">
        {last > 0 && (
          <>
            <button
              type="button"
              aria-label="Previous picture"
              aria-disabled={index === 0}
              onClick={() => move(index - 1)}
            >
              ‹
            </button>
            <span>
              {index + 1} of {pictures.length}
            </span>
            <button
              type="button"
              aria-label="Next picture"
              aria-disabled={index === last}
              onClick={() => move(index + 1)}
            >
              ›
            </button>
          </>
        )}
        <ReportButton key={href} kind="picture" id={href.slice(-13)} className="lightbox-report" />
        <a href={href} target="_blank" rel="noopener">
          Open original<span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        <button ref={closeButton} type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the button close it too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is the surroundings of the picture */}
      <div
        className="lightbox-stage"
        onClick={({ target, currentTarget }) => target === currentTarget && dialog.current?.close()}
      >
        {failed === href ? (
          <p>Picture not loaded</p>
        ) : (
          <img key={href} src={href} alt={alt} onError={() => setFailed(href)} />
        )}
      </div>
      <p className="lightbox-caption" aria-live="polite" dir="auto">
        {alt}
      </p>
    </dialog>
  );
}

import { PictureIcon } from './PictureIcon';

/** A button that lets the user choose pictures for a text without formatting buttons. */
export function PictureButton({ choose }: { choose: (() => void) | undefined }) {
  return (
    choose && (
      <button
        type="button"
        className="btn btn-outline-secondary btn-sm"
        aria-label="Add a picture"
        title="Add a picture"
        onClick={choose}
      >
        <PictureIcon />
      </button>
    )
  );
}

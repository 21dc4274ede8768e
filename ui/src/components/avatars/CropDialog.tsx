import {
  type ChangeEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { pictureTypes, uploadPicture } from '../../api/upload';
import { type Failure, failureOf } from '../../lib/failure';
import { InlineError } from '../InlineError';
import { avatarFrame, type Crop, draw, drawWhole, fileOf, inside, maxZoom, moved, wholePicture } from './crop';
import './avatarDialog.css';

type Props = {
  title: string;
  /** What is shown until a picture is chosen. */
  current: ReactNode;
  /** Says who sees the picture. */
  hint: string;
  /** Whether there is a picture to remove. */
  isRemovable: boolean;
  /** The size of the picture that is kept, in pixels: by default that of a chosen picture. */
  frame?: typeof avatarFrame;
  /** Whether the whole picture may be kept instead of a part. */
  mayBeWhole?: boolean;
  /** Stores the id of an uploaded picture; null removes the present one. */
  store: (picture: string | null) => Promise<unknown>;
  onClose: () => void;
};

type Chosen = { readonly picture: ImageBitmap; readonly isPhotograph: boolean };

/** How far an arrow key moves the picture, as a part of the width of what is kept. */
const STEP = 0.05;

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Lets a user change or remove a picture, which is cut and drawn in the browser, while it is rendered. */
export function CropDialog(props: Props) {
  const { title, current, hint, isRemovable, frame = avatarFrame, mayBeWhole = false, store, onClose } = props;
  const isWide = frame.width > frame.height;
  const dialog = useRef<HTMLDialogElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const id = useId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [crop, setCrop] = useState(wholePicture);
  const [isWhole, setWhole] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | string | null>(null);
  const controller = useRef(new AbortController());

  useEffect(() => {
    dialog.current?.showModal();
    const leaving = new AbortController();
    controller.current = leaving;
    return () => leaving.abort();
  }, []);
  // A decoded photograph takes much memory.
  useEffect(() => () => chosen?.picture.close(), [chosen]);
  useEffect(() => {
    if (!chosen || !canvas.current) return;
    if (isWhole) drawWhole(canvas.current, chosen.picture);
    else draw(canvas.current, chosen.picture, crop, frame);
  }, [chosen, crop, frame, isWhole]);

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    setError(null);
    try {
      const picture = await createImageBitmap(file);
      setChosen({ picture, isPhotograph: file.type === 'image/jpeg' });
      setCrop(wholePicture);
    } catch {
      setError('This file is no picture that your browser can read.');
    }
  };
  const change = (next: Crop) => chosen && setCrop(inside(chosen.picture, next, frame));

  const set = async (picture: () => Promise<string | null>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await store(await picture());
      dialog.current?.close();
    } catch (failure) {
      setError(failureOf('The picture could not be changed.', failure));
    } finally {
      setBusy(false);
    }
  };
  const upload = async (from: HTMLCanvasElement, { isPhotograph }: Chosen) => {
    const options = { signal: controller.current.signal, onProgress: () => {} };
    return (await uploadPicture(await fileOf(from, isPhotograph), options))._id;
  };
  const save = () => {
    const from = canvas.current;
    if (chosen && from) void set(() => upload(from, chosen));
  };

  return (
    <dialog ref={dialog} className="avatar-dialog" aria-labelledby={id} closedby="closerequest" onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <div className={`avatar-choice ${isWide ? 'avatar-wide' : ''}`}>
        {chosen && isWhole ? (
          <canvas key="whole" ref={canvas} className="avatar-whole" role="img" aria-label="The picture as it is kept" />
        ) : chosen ? (
          <Cropped
            canvas={canvas}
            frame={frame}
            move={(right, down) => setCrop((crop) => moved(chosen.picture, crop, right, down, frame))}
          />
        ) : (
          current
        )}
        <div>
          {chosen && mayBeWhole && (
            <label className="form-check">
              <input
                type="checkbox"
                className="form-check-input"
                checked={isWhole}
                onChange={({ target }) => setWhole(target.checked)}
              />
              Keep the whole picture
            </label>
          )}
          {chosen && !isWhole && (
            <label className="avatar-zoom">
              Zoom
              <input
                type="range"
                min={1}
                max={maxZoom}
                step={0.05}
                value={crop.zoom}
                onChange={({ target }) => change({ ...crop, zoom: Number(target.value) })}
              />
            </label>
          )}
          <label className="btn btn-outline-secondary btn-sm avatar-file">
            {chosen ? 'Choose another picture' : 'Choose a picture'}
            <input
              type="file"
              className="visually-hidden"
              accept={pictureTypes.join()}
              disabled={busy}
              onChange={choose}
            />
          </label>
          <p className="small muted mb-0">
            {!chosen
              ? hint
              : isWhole
                ? 'It is made smaller if it is large.'
                : 'Drag the picture, or move it with the arrow keys.'}
          </p>
        </div>
      </div>
      <InlineError error={error} />
      <div className="avatar-actions">
        <button type="button" className="btn btn-outline-secondary" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        {isRemovable && !chosen && (
          <button
            type="button"
            className="btn btn-outline-danger"
            aria-disabled={busy}
            onClick={() => void set(() => Promise.resolve(null))}
          >
            Remove the picture
          </button>
        )}
        {chosen && (
          <button type="button" className="btn btn-primary" aria-disabled={busy} onClick={save}>
            {busy ? 'Saving…' : 'Save'}
          </button>
        )}
      </div>
    </dialog>
  );
}

type CroppedProps = {
  canvas: RefObject<HTMLCanvasElement | null>;
  frame: typeof avatarFrame;
  /** Moves the picture to the right and down, by parts of the width of what is kept. */
  move: (right: number, down: number) => void;
};

/** Shows the kept part of the picture, which the user moves. */
function Cropped({ canvas, frame, move }: CroppedProps) {
  const onPointerMove = ({ currentTarget, buttons, movementX, movementY }: PointerEvent<HTMLCanvasElement>) => {
    const { clientWidth } = currentTarget;
    if (buttons) move(movementX / clientWidth, movementY / clientWidth);
  };
  return (
    <canvas
      ref={canvas}
      width={frame.width}
      height={frame.height}
      tabIndex={0}
      role="img"
      aria-label="The part of the picture that is kept"
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={(event) => {
        const step = arrows[event.key];
        if (!step) return;
        event.preventDefault();
        move(...step);
      }}
    />
  );
}

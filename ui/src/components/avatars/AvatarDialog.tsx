import { type ChangeEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { patch } from '../../api/client';
import type { AvatarOf } from '../../api/generated';
import { pictureTypes, uploadPicture } from '../../api/upload';
import { type Failure, failureOf } from '../../lib/failure';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { InlineError } from '../InlineError';
import { Avatar } from './Avatar';
import { isAvatar, useAvatar } from './avatars';
import { avatarSide, type Crop, draw, fileOf, inside, maxZoom, moved, wholePicture } from './crop';
import './avatarDialog.css';

type Props = {
  of: AvatarOf;
  /** The username, or the id of the community. */
  seed: string;
  onClose: () => void;
};

type Chosen = { readonly picture: ImageBitmap; readonly isPhotograph: boolean };

/** How far an arrow key moves the picture, as a part of the side of the square. */
const STEP = 0.05;

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Lets a user change or remove their picture, or that of a community, while it is rendered. */
export default function AvatarDialog({ of, seed, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const id = useId();
  const current = useAvatar(of, seed);
  const edit = useCacheEditor();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [crop, setCrop] = useState(wholePicture);
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
    if (chosen && canvas.current) draw(canvas.current, chosen.picture, crop);
  }, [chosen, crop]);

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
  const change = (next: Crop) => chosen && setCrop(inside(chosen.picture, next));

  const set = async (picture: () => Promise<string | null>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const body = { picture: await picture(), ...(of === 'communities' && { community: seed }) };
      await patch(of === 'users' ? '/avatar/setAvatar' : '/avatar/setCommunityAvatar', body);
      edit<string | null>(isAvatar(of, seed), () => body.picture);
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
      <h2 id={id}>{of === 'users' ? 'Your picture' : 'Picture of the community'}</h2>
      <div className="avatar-choice">
        {chosen ? (
          <Cropped
            canvas={canvas}
            move={(right, down) => setCrop((crop) => moved(chosen.picture, crop, right, down))}
          />
        ) : (
          <Avatar of={of} seed={seed} size={10} />
        )}
        <div>
          {chosen && (
            <label className="avatar-zoom">
              Zoom
              <input
                type="range"
                className="form-range"
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
            {chosen ? 'Drag the picture, or move it with the arrow keys.' : 'Everybody who is signed in can see it.'}
          </p>
        </div>
      </div>
      <InlineError error={error} />
      <div className="avatar-actions">
        <button type="button" className="btn btn-outline-secondary" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        {current && !chosen && (
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
  /** Moves the picture to the right and down, by parts of the square's side. */
  move: (right: number, down: number) => void;
};

/** Shows the kept part of the picture, which the user moves. */
function Cropped({ canvas, move }: CroppedProps) {
  const onPointerMove = ({ currentTarget, buttons, movementX, movementY }: PointerEvent<HTMLCanvasElement>) => {
    const { clientWidth } = currentTarget;
    if (buttons) move(movementX / clientWidth, movementY / clientWidth);
  };
  return (
    <canvas
      ref={canvas}
      width={avatarSide}
      height={avatarSide}
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

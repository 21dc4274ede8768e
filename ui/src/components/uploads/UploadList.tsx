import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { pictureIsAnimated } from '../../api/sentences';
import { UploadQueue } from './UploadQueue';
import './uploads.css';

type Props = {
  area: HTMLTextAreaElement;
  /** The files that the user has chosen, pasted or dropped, in their order. */
  chosen: readonly File[][];
};

const states = { waiting: 'Waiting', preparing: 'Preparing', sending: 'Uploading', converting: 'Converting' } as const;

/** Uploads pictures into a text and shows how far they are. */
export default function UploadList({ area, chosen }: Props) {
  const [queue] = useState(() => new UploadQueue(area));
  const { uploads, note } = useSyncExternalStore(queue.subscribe, queue.snapshot);
  useEffect(() => queue.connect(), [queue]);
  const begun = useRef(0);
  useEffect(() => {
    const added = chosen.slice(begun.current);
    begun.current = chosen.length;
    // Not during this effect: React would put the old text back for a moment, and the browser forget what can be undone.
    if (added.length) setTimeout(() => added.forEach((files) => void queue.add(files)));
  }, [queue, chosen]);
  return (
    <>
      {note && (
        <p role="alert" className="error-line">
          {note}
        </p>
      )}
      {uploads.length > 0 && (
        <ul className="uploads" aria-label="Uploads">
          {uploads.map((upload) => {
            const { name, placeholder, state, sent, problem } = upload;
            return (
              <li key={placeholder}>
                <span className="uploads-name" title={name}>
                  <bdi>{name}</bdi>
                </span>
                {state === 'failed' ? (
                  <span className="uploads-problem">{problem}</span>
                ) : (
                  <>
                    {/* Until all is sent, the bar says how much. */}
                    <progress aria-label={name} {...(state === 'sending' && { value: sent })} />
                    <span className="uploads-state">{states[state]}</span>
                  </>
                )}
                {state === 'failed' && (
                  <button
                    type="button"
                    className="btn btn-outline-secondary btn-sm"
                    aria-label={
                      problem === pictureIsAnimated ? `Upload the first frame of ${name}` : `Try ${name} again`
                    }
                    onClick={() => queue.retry(upload)}
                  >
                    {problem === pictureIsAnimated ? 'Upload its first frame' : 'Try again'}
                  </button>
                )}
                <button
                  type="button"
                  className="btn btn-outline-secondary btn-sm"
                  aria-label={`${state === 'failed' ? 'Remove' : 'Cancel'} ${name}`}
                  onClick={() => queue.cancel(upload)}
                >
                  {state === 'failed' ? 'Remove' : 'Cancel'}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

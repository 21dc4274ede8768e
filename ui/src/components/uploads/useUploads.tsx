import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { pictureTypes } from '../../api/upload';
import { site } from '../../lib/site';
import { lazyWithRetry } from '../lazyWithRetry';

const UploadList = lazyWithRetry(() => import('./UploadList'));

type Uploads = {
  /** Lets the user choose pictures. Undefined if the site takes none. */
  choose: (() => void) | undefined;
  /** The pictures that are not yet in the text, to show below the text area. */
  uploads: ReactNode;
};

/** Uploads the pictures that the user pastes into a text area, drops on it, or chooses. */
export function useUploads(area: RefObject<HTMLTextAreaElement | null>): Uploads {
  const isOffered = site.features.pictures !== false;
  const [chosen, setChosen] = useState<File[][]>([]);
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const text = area.current;
    if (!text || !isOffered) return undefined;
    const add = (event: Event, { files }: DataTransfer) => {
      if (!files.length || text.readOnly) return;
      event.preventDefault();
      // The list lives no longer than the event.
      const added = [...files];
      setChosen((chosen) => [...chosen, added]);
    };
    const mark = (isOver: boolean) => {
      text.style.outline = isOver ? '2px dashed var(--accent)' : '';
    };
    const paste = (event: ClipboardEvent) => {
      // Office programs copy a picture of the text beside the text.
      if (event.clipboardData && !event.clipboardData.types.includes('text/plain')) add(event, event.clipboardData);
    };
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      UploadList.preload();
      mark(true);
    };
    const leave = () => mark(false);
    const drop = (event: DragEvent) => {
      mark(false);
      if (event.dataTransfer) add(event, event.dataTransfer);
    };
    text.addEventListener('paste', paste);
    text.addEventListener('dragover', over);
    text.addEventListener('dragleave', leave);
    text.addEventListener('drop', drop);
    return () => {
      text.removeEventListener('paste', paste);
      text.removeEventListener('dragover', over);
      text.removeEventListener('dragleave', leave);
      text.removeEventListener('drop', drop);
    };
  }, [area, isOffered]);
  return {
    choose: isOffered
      ? () => {
          UploadList.preload();
          chooser.current?.click();
        }
      : undefined,
    uploads: isOffered && (
      <>
        <input
          ref={chooser}
          type="file"
          accept={pictureTypes.join()}
          multiple
          hidden
          aria-label="Pictures"
          onChange={({ target }) => {
            const added = [...(target.files ?? [])];
            if (added.length) setChosen((chosen) => [...chosen, added]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        {chosen.length > 0 && area.current && (
          <Suspense fallback={null}>
            <UploadList area={area.current} chosen={chosen} />
          </Suspense>
        )}
      </>
    ),
  };
}

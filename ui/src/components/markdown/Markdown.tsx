import { Suspense, useCallback, useState } from 'react';
import { lazyWithRetry } from '../lazyWithRetry';
import { addCopyButtons } from './copyCode';
import { Excerpt, type TextProps } from './Excerpt';
import { showPictures } from './pictures';

const Lightbox = lazyWithRetry(() => import('../pictures/Lightbox'), { isOptional: true });

type Props = TextProps & {
  /** Whether pictures are shown as thumbnails. */
  hasThumbnails?: boolean;
};

/** Renders Markdown like an excerpt, with buttons that copy code, and with pictures, which open in a dialog. */
export function Markdown({ hasThumbnails, decorate, ...props }: Props) {
  const isSmall = hasThumbnails ?? props.isInline ?? false;
  const [opened, setOpened] = useState<HTMLAnchorElement | null>(null);
  const complete = useCallback(
    (nodes: DocumentFragment) => {
      addCopyButtons(nodes);
      showPictures(nodes, isSmall, setOpened);
      decorate?.(nodes);
    },
    [isSmall, decorate],
  );
  return (
    <>
      <Excerpt {...props} decorate={complete} />
      {opened && (
        <Suspense fallback={null}>
          <Lightbox opened={opened} close={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}

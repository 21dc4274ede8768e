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

let diagrams: typeof import('./diagrams') | undefined;

/** Draws the diagrams among some nodes, which are code until they come near the view. */
function drawDiagrams(nodes: DocumentFragment): void {
  const blocks = [...nodes.querySelectorAll('code.language-mermaid')];
  if (diagrams) diagrams.watchDiagrams(blocks);
  else if (blocks.length)
    import('./diagrams').then(
      (module) => {
        diagrams = module;
        module.watchDiagrams(blocks);
      },
      () => undefined, // the code stays
    );
}

/**
 * Renders Markdown like an excerpt, with buttons that copy code, with pictures, which open in a dialog, and with diagrams.
 */
export function Markdown({ hasThumbnails, decorate, ...props }: Props) {
  const isSmall = hasThumbnails ?? props.isInline ?? false;
  const [opened, setOpened] = useState<HTMLAnchorElement | null>(null);
  const complete = useCallback(
    (nodes: DocumentFragment) => {
      addCopyButtons(nodes);
      showPictures(nodes, isSmall, setOpened);
      drawDiagrams(nodes);
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

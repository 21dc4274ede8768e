import { type ComponentProps, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { AuthorLink } from '../AuthorLink';
import { Markdown } from '../markdown/Markdown';
import { placeNames } from './linkNames';

type Props = Omit<ComponentProps<typeof Markdown>, 'decorate'> & {
  /** The names of members in the text. */
  mentions?: string[] | undefined;
};

/** Renders Markdown in which the names of members lead to their profiles. */
export function MentionedMarkdown({ mentions = [], ...props }: Props) {
  const [places, setPlaces] = useState<HTMLElement[]>([]);
  // Events replace the array, and mostly not the names.
  const names = mentions.join(' ');
  const decorate = useCallback((nodes: DocumentFragment) => setPlaces(placeNames(nodes, names.split(' '))), [names]);
  return (
    <>
      <Markdown {...props} decorate={names ? decorate : undefined} />
      {names && places.map((place) => createPortal(<AuthorLink name={place.dataset.mention ?? ''} />, place))}
    </>
  );
}

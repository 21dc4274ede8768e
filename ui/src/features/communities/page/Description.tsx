import { Suspense, useState } from 'react';
import type { CommunityCard } from '../../../api/generated';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { learnSizes } from '../../../components/markdown/pictureSizes';
import { MentionedMarkdown } from '../../../components/mentions/MentionedMarkdown';
import { Skeleton } from '../../../components/Skeleton';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import styles from './CommunityPage.module.css';

const EditDescription = lazyWithRetry(() => import('./EditDescription'));

/** Shows the description of a community. Moderators edit it in place. */
export function Description({ community }: { community: CommunityCard }) {
  const { description, mentions, pictures, isModerator, archived } = community;
  const [isEditing, setEditing] = useState(false);
  const opener = useReturnFocus<HTMLButtonElement>(isEditing);
  learnSizes(pictures);
  const mayEdit = isModerator && !archived;
  if (isEditing && mayEdit)
    return (
      <Suspense fallback={<Skeleton rows={1} />}>
        <EditDescription community={community} close={() => setEditing(false)} />
      </Suspense>
    );
  if (!description && !mayEdit) return null;
  return (
    <div className={styles.description}>
      {description && <MentionedMarkdown text={description} mentions={mentions} />}
      {mayEdit && (
        <button
          ref={opener}
          type="button"
          className="btn btn-link btn-sm p-0"
          onPointerEnter={EditDescription.preload}
          onClick={() => setEditing(true)}
        >
          {description ? 'Edit description' : 'Add a description'}
        </button>
      )}
    </div>
  );
}

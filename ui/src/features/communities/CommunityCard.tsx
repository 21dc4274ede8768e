import { useId } from 'react';
import type { CommunityCard as Card } from '../../api/generated';
import { LinkCard } from '../../components/CardGrid';
import { PrivateIcon } from '../../components/community/PrivateIcon';
import { Highlight } from '../../components/Highlight';
import type { RangeFinder } from '../../lib/highlightRanges';
import { plainText } from '../../lib/plainText';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import styles from './CommunityCard.module.css';
import { JoinButton } from './JoinButton';

type Props = {
  community: Card;
  /** Finds the matches of the search in the name. */
  find?: RangeFinder | undefined;
};

/** A community in a grid: a link to its page and the button that joins it. */
export function CommunityCard({ community, find }: Props) {
  const { _id: id, name, description, visibility, memberCount, archived } = community;
  const titleId = useId();
  return (
    <LinkCard
      to={routes.community.to(id)}
      title={<Highlight text={name} find={find} />}
      titleId={titleId}
      mark={visibility === 'private' && <PrivateIcon />}
      footer={<JoinButton community={community} describedBy={titleId} />}
    >
      {description && (
        <p className={styles.description} dir="auto">
          {plainText(description)}
        </p>
      )}
      <p className="small muted mb-0">
        {pluralize(memberCount, 'member')}
        {archived && ' · archived'}
      </p>
    </LinkCard>
  );
}

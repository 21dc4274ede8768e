import { useId } from 'react';
import type { CommunityCard as Card } from '../../api/generated';
import { LinkCard } from '../../components/CardGrid';
import { PrivateMark } from '../../components/community/PrivateMark';
import { Marked } from '../../components/Marked';
import { counted } from '../../lib/counted';
import type { Find } from '../../lib/marks';
import { plainText } from '../../lib/plainText';
import { routes } from '../../lib/routes';
import styles from './CommunityCard.module.css';
import { JoinButton } from './JoinButton';

type Props = {
  community: Card;
  /** Finds what was searched for in the name. */
  find?: Find | undefined;
};

/** A community in a grid: a link to its page, and the button that joins it. */
export function CommunityCard({ community, find }: Props) {
  const { _id: id, name, description, visibility, memberCount, archived } = community;
  const titleId = useId();
  return (
    <LinkCard
      to={routes.community.to(id)}
      title={<Marked text={name} find={find} />}
      titleId={titleId}
      mark={visibility === 'private' && <PrivateMark />}
      foot={<JoinButton community={community} describedBy={titleId} />}
    >
      {description && (
        <p className={styles.description} dir="auto">
          {plainText(description)}
        </p>
      )}
      <p className="small muted mb-0">
        {counted(memberCount, 'member')}
        {archived && ' · archived'}
      </p>
    </LinkCard>
  );
}

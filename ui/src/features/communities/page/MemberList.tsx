import { type KeyboardEvent, useId, useState } from 'react';
import type { Community, CommunityCard, Member } from '../../../api/generated';
import { type Action, ActionMenu } from '../../../components/ActionMenu';
import { AuthorLink } from '../../../components/AuthorLink';
import { Badge } from '../../../components/Badge';
import { InlineError } from '../../../components/InlineError';
import { PagedList } from '../../../components/PagedList';
import { announce } from '../../../lib/announce';
import { useUser } from '../../../lib/session';
import { useMediaQuery } from '../../../lib/useMediaQuery';
import { addModerator, errorTexts, removeMember, removeModerator, transferOwnership } from '../api';
import { membersKey } from '../keys';
import { useApplyCommunity, useCommunityAction } from '../useCommunityAction';
import styles from './Sidebar.module.css';

const roles = ['member', 'moderator'] as const;
type Role = (typeof roles)[number];

/** Returns whether the members are below the questions, not beside them. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 991px)');

/**
 * Shows the members and the moderators: in two tabs beside the questions, and one below the other where they follow the
 * questions, so that both are visible there too.
 */
export function MemberList({ community }: { community: CommunityCard }) {
  const isNarrow = useIsNarrow();
  const { memberCount, moderatorCount } = community;
  const titles = { member: `Members (${memberCount})`, moderator: `Moderators (${moderatorCount})` };
  return (
    <section className={styles.panel} aria-label="Members and moderators" tabIndex={-1}>
      {isNarrow ? (
        roles.map((role) => (
          <section key={role} aria-label={titles[role]}>
            <h2 className={styles.heading}>{titles[role]}</h2>
            <People community={community} role={role} />
          </section>
        ))
      ) : (
        <Tabs community={community} titles={titles} />
      )}
    </section>
  );
}

function Tabs({ community, titles }: { community: CommunityCard; titles: Record<Role, string> }) {
  const [role, setRole] = useState<Role>('member');
  const boxId = useId();
  const turn = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const next = event.key === 'Home' || (event.key !== 'End' && role === 'moderator') ? 'member' : 'moderator';
    setRole(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-role=${next}]`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label="Members and moderators" className={styles.tabs} onKeyDown={turn}>
        {roles.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${boxId}-${name}`}
            data-role={name}
            aria-selected={name === role}
            aria-controls={`${boxId}-panel`}
            tabIndex={name === role ? 0 : -1}
            onClick={() => setRole(name)}
          >
            {titles[name]}
          </button>
        ))}
      </div>
      <div id={`${boxId}-panel`} role="tabpanel" aria-labelledby={`${boxId}-${role}`}>
        <People key={role} community={community} role={role} />
      </div>
    </>
  );
}

function People({ community, role }: { community: CommunityCard; role: Role }) {
  return (
    <div className={styles.scroll}>
      <PagedList<Member> listKey={membersKey(community._id, role)} empty={<p className="muted mb-0">None</p>}>
        {(members) => (
          <ul className={styles.list}>
            {members.map((member) => (
              <MemberItem key={member._id} community={community} member={member} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function MemberItem({ community, member }: { community: CommunityCard; member: Member }) {
  const { username, isModerator, isOwner } = member;
  const { error, change } = useCommunityAction(errorTexts.promote);
  const settle = useApplyCommunity();
  const isMine = useUser().username === community.owner;
  // A promoted member shows as a moderator immediately, until the server confirms it.
  const [promoted, setPromoted] = useState<Member | null>(null);
  const isPromoted = isModerator || promoted === member;
  const promote = async () => {
    setPromoted(member);
    if (await change(() => addModerator(community._id, username))) announce(`${username} is a moderator now`);
    else setPromoted(null);
  };
  return (
    <li>
      <span className={styles.member}>
        <AuthorLink name={username} />
        {isOwner ? <Badge>Owner</Badge> : isPromoted && <Badge>Moderator</Badge>}
      </span>
      {community.isModerator && (
        <span className={styles.buttons}>
          {!isPromoted && (
            <button type="button" className="btn btn-sm btn-outline-secondary" onClick={promote}>
              Promote to Moderator
            </button>
          )}
          <ActionMenu
            label={`More actions for ${username}`}
            actions={actionsFor(community, member, isMine)}
            onDone={settle}
          />
        </span>
      )}
      <InlineError error={error} />
    </li>
  );
}

type CommunityAction = Action<Community>;

/** Returns the actions on a member, except promotion, for a moderator or the owner. */
function actionsFor({ _id: id, name, visibility }: CommunityCard, member: Member, isMine: boolean): CommunityAction[] {
  const { username, isModerator, isOwner } = member;
  if (isOwner || (isModerator && !isMine)) return [];
  const remove: CommunityAction = {
    label: 'Remove from community',
    title: `Remove ${username} from ${name}?`,
    consequence:
      visibility === 'private'
        ? `The posts of ${username} stay. To return, ${username} must request to join again.`
        : `The posts of ${username} stay. ${username} can join again.`,
    confirm: 'Remove',
    errorText: 'Error while removing the member',
    call: () => removeMember(id, username),
  };
  const demote: CommunityAction = {
    label: 'Remove as moderator',
    title: `Remove ${username} as moderator?`,
    consequence: `${username} stays a member.`,
    confirm: 'Remove as moderator',
    errorText: 'Error while removing the moderator',
    call: () => removeModerator(id, username),
  };
  const handOver: CommunityAction = {
    label: 'Hand over community',
    title: `Hand ${name} over to ${username}?`,
    consequence: `${username} becomes the owner. You stay a moderator. You cannot undo this.`,
    confirm: 'Hand over',
    errorText: 'Error while handing the community over',
    call: () => transferOwnership(id, username),
  };
  return [...(isMine ? [handOver] : []), ...(isMine && isModerator ? [demote] : []), remove];
}

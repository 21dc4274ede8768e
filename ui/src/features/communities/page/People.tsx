import { type KeyboardEvent, useId, useState } from 'react';
import type { Community, CommunityCard, Member } from '../../../api/generated';
import { type Action, ActionMenu } from '../../../components/ActionMenu';
import { AuthorLink } from '../../../components/AuthorLink';
import { Badge } from '../../../components/Badge';
import { ErrorLine } from '../../../components/ErrorLine';
import { PagedList } from '../../../components/PagedList';
import { announce } from '../../../lib/announce';
import { useUser } from '../../../lib/session';
import { addModerator, communityFailed, handOverCommunity, membersPath, removeMember, removeModerator } from '../api';
import { useChange, useSettle } from '../useChange';
import styles from './Sidebar.module.css';

const roles = ['member', 'moderator'] as const;
type Role = (typeof roles)[number];

/** Who belongs to a community, in two tabs. On a narrow screen they open when asked for. */
export function People({ community }: { community: CommunityCard }) {
  const { _id: id, memberCount, moderatorCount } = community;
  const [role, setRole] = useState<Role>('member');
  const [isOpen, setOpen] = useState(false);
  const boxId = useId();
  const titles = { member: `Members (${memberCount})`, moderator: `Moderators (${moderatorCount})` };
  const turn = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const next = event.key === 'Home' || (event.key !== 'End' && role === 'moderator') ? 'member' : 'moderator';
    setRole(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-role=${next}]`)?.focus();
  };
  return (
    <section className={styles.box} aria-label="Members and moderators" tabIndex={-1}>
      <button
        type="button"
        className={`btn btn-sm btn-outline-secondary ${styles.fold}`}
        aria-expanded={isOpen}
        aria-controls={boxId}
        onClick={() => setOpen(!isOpen)}
      >
        Members and moderators <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
      </button>
      <div id={boxId} className={isOpen ? '' : styles.folded}>
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
        <div id={`${boxId}-panel`} role="tabpanel" aria-labelledby={`${boxId}-${role}`} className={styles.scroll}>
          <PagedList<Member>
            key={role}
            path={membersPath(id, role)}
            failed={communityFailed}
            empty={<p className="muted mb-0">Nobody</p>}
          >
            {(members) => (
              <ul className={styles.list}>
                {members.map((member) => (
                  <Person key={member._id} community={community} member={member} />
                ))}
              </ul>
            )}
          </PagedList>
        </div>
      </div>
    </section>
  );
}

function Person({ community, member }: { community: CommunityCard; member: Member }) {
  const { username, isModerator, isOwner } = member;
  const { error, change } = useChange('Error while adding moderator to community');
  const settle = useSettle();
  const isMine = useUser().username === community.owner;
  // Who is promoted shows as a moderator at once, until the server tells what he is.
  const [promoted, setPromoted] = useState<Member | null>(null);
  const isPromoted = isModerator || promoted === member;
  const promote = async () => {
    setPromoted(member);
    if (await change(() => addModerator(community._id, username))) announce(`${username} is a moderator now`);
    else setPromoted(null);
  };
  return (
    <li>
      <span className={styles.who}>
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
            settle={settle}
          />
        </span>
      )}
      <ErrorLine error={error} />
    </li>
  );
}

type CommunityAction = Action<Community>;

/** What a moderator, or the owner, can do with a member besides promoting him. */
function actionsFor({ _id: id, name, visibility }: CommunityCard, member: Member, isMine: boolean): CommunityAction[] {
  const { username, isModerator, isOwner } = member;
  if (isOwner || (isModerator && !isMine)) return [];
  const remove: CommunityAction = {
    label: 'Remove from community',
    title: `Remove ${username} from ${name}?`,
    consequence:
      visibility === 'private'
        ? `What ${username} wrote stays. To come back takes a new request.`
        : `What ${username} wrote stays. Everyone can join again.`,
    confirm: 'Remove',
    failed: 'Error while removing the member',
    call: () => removeMember(id, username),
  };
  const demote: CommunityAction = {
    label: 'Remove as moderator',
    title: `Remove ${username} as moderator?`,
    consequence: `${username} stays a member.`,
    confirm: 'Remove as moderator',
    failed: 'Error while removing the moderator',
    call: () => removeModerator(id, username),
  };
  const handOver: CommunityAction = {
    label: 'Hand over community',
    title: `Hand ${name} over to ${username}?`,
    consequence: `${username} becomes the owner. You stay a moderator, and cannot take it back.`,
    confirm: 'Hand over',
    failed: 'Error while handing the community over',
    call: () => handOverCommunity(id, username),
  };
  return [...(isMine ? [handOver] : []), ...(isMine && isModerator ? [demote] : []), remove];
}

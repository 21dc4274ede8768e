import { type MouseEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CommunityCard, MemberRequest } from '../../../api/generated';
import { AuthorLink } from '../../../components/AuthorLink';
import { InlineError } from '../../../components/InlineError';
import { PagedList } from '../../../components/PagedList';
import { RelativeTime } from '../../../components/RelativeTime';
import { announce } from '../../../lib/announce';
import { approveMemberRequest, errorTexts, rejectMemberRequest } from '../api';
import { requestsKey } from '../keys';
import { useCommunityAction } from '../useCommunityAction';
import styles from './Sidebar.module.css';

/**
 * Lists the join requests, which moderators accept or deny. An archived community accepts no requests.
 */
export function JoinRequests({ community }: { community: CommunityCard }) {
  const { _id: id, requestCount } = community;
  // An answered request disappears immediately, and returns if the server rejects the answer.
  const [answered, setAnswered] = useState<readonly string[]>([]);
  const isOpen = (request: MemberRequest) => !answered.includes(nameOf(request));
  const mark = (request: MemberRequest, isAnswered: boolean) =>
    setAnswered((known) =>
      isAnswered ? [...known, nameOf(request)] : known.filter((other) => other !== nameOf(request)),
    );
  const noRequests = <p className="muted mb-0">No pending requests</p>;
  return (
    <section className={styles.panel} aria-labelledby="join-requests" tabIndex={-1}>
      <h2 id="join-requests" className={styles.heading}>
        Join Requests{' '}
        {requestCount > 0 && (
          <span className={styles.count}>
            {requestCount}
            <span className="visually-hidden"> pending</span>
          </span>
        )}
      </h2>
      <PagedList<MemberRequest> listKey={requestsKey(id)} empty={noRequests}>
        {(requests) => (
          <>
            <ul className={styles.list}>
              {requests.map((request) => (
                <Request
                  key={nameOf(request)}
                  community={community}
                  request={request}
                  isOpen={isOpen(request)}
                  mark={mark}
                />
              ))}
            </ul>
            {!requests.some(isOpen) && requests.length >= requestCount && noRequests}
          </>
        )}
      </PagedList>
    </section>
  );
}

/** Identifies one request. The same user may request again. */
const nameOf = ({ userId, requestedAt }: MemberRequest) => `${userId} ${requestedAt}`;

type RequestProps = {
  community: CommunityCard;
  request: MemberRequest;
  isOpen: boolean;
  mark: (request: MemberRequest, isAnswered: boolean) => void;
};

function Request({ community, request, isOpen, mark }: RequestProps) {
  const { userId, requestedAt, user } = request;
  const accepting = useCommunityAction(errorTexts.approve);
  const denying = useCommunityAction(errorTexts.reject);
  const whoId = useId();
  const answer =
    (isAccepted: boolean) =>
    async ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
      const [{ change }, other, call] = isAccepted
        ? ([accepting, denying, approveMemberRequest] as const)
        : ([denying, accepting, rejectMemberRequest] as const);
      // Only the last answer counts.
      other.setError(null);
      mark(request, true);
      if (await change(() => call(community._id, userId))) {
        announce(`${user.username} ${isAccepted ? 'is now a member' : 'was denied'}`);
      } else {
        flushSync(() => mark(request, false));
        button.focus();
      }
    };
  return (
    <li hidden={!isOpen}>
      <div id={whoId} className={styles.member}>
        <AuthorLink name={user.username} />
        <span className="small muted">
          asked <RelativeTime time={requestedAt} />
        </span>
      </div>
      <div className={styles.buttons}>
        {!community.archived && (
          <button type="button" className="btn btn-sm btn-primary" aria-describedby={whoId} onClick={answer(true)}>
            Accept
          </button>
        )}
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-describedby={whoId}
          onClick={answer(false)}
        >
          Deny
        </button>
      </div>
      <InlineError error={accepting.error ?? denying.error} />
    </li>
  );
}

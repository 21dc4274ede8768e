import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { FollowedObject, InboxEntry } from '../../api/generated';
import { badgeNames, lessons } from '../../components/badges/badges';
import { oneOf, verdictOf } from '../../components/flags/api';
import { addressOf } from '../../components/following/address';
import { followError, setFollow } from '../../components/following/api';
import { addressOfSearch, type SearchPlace, searchError, setSearch } from '../../components/following/searches';
import { InlineError } from '../../components/InlineError';
import { EntryLayout } from '../../components/inbox/EntryLayout';
import type { MutableKind } from '../../components/inbox/keys';
import { Excerpt } from '../../components/markdown/Excerpt';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { doneToSignIn } from '../../lib/securityNotices';
import { useUser } from '../../lib/session';
import { useAction } from '../../lib/useAction';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { addressOfMention } from './addresses';
import { markEntryRead, muteError, setMutedKind } from './api';
import { changed, setRead } from './cache';
import { headline } from './entries';

type Props = {
  /** An entry that no other feature shows. */
  entry: Exclude<InboxEntry, { kind: 'moderation' | 'reminder' }>;
  /** Whether the entry before is about the same question. */
  isContinued: boolean;
};

/** One entry of the inbox. Opening it marks it as read. */
export function Entry({ entry, isContinued }: Props) {
  const { kind, item, at, isNew, namesYou } = entry;
  const { username } = useUser();
  const open = useOpen(entry);
  const shared = { isNew, at, isContinued };
  const profile = routes.user.to(username);
  switch (kind) {
    case 'response': {
      const { questionId, questionTitle, answerId, updateType, updateBy, updateText } = item;
      const isOnAnswer = updateType === 'comment' && answerId !== undefined;
      return (
        <EntryLayout
          {...shared}
          who={updateBy}
          headline={headline(item)}
          title={questionTitle}
          to={routes.question.to(questionId, item._id)}
          open={open}
          text={<Excerpt text={updateText} />}
          reason={
            namesYou ? (
              <>
                because <bdi>{updateBy}</bdi> mentioned you
              </>
            ) : isOnAnswer ? (
              'because you wrote this answer'
            ) : (
              'because you asked this question'
            )
          }
        >
          <Link to={routes.settings.to()}>Settings</Link>
        </EntryLayout>
      );
    }
    case 'mention': {
      const { kind: where, mentionedBy, title, chatId, text } = item;
      return (
        <EntryLayout
          {...shared}
          who={mentionedBy}
          headline={
            <>
              <bdi>{mentionedBy}</bdi> mentioned you
            </>
          }
          title={title ?? (chatId ? 'Direct message' : 'Global chat')}
          to={addressOfMention(item)}
          open={open}
          text={<Excerpt text={text} isInline={where === 'message'} />}
          reason={`because you were mentioned${where === 'message' ? '' : ` in ${nouns[where]}`}`}
        >
          <Link to={routes.user.to(mentionedBy)} aria-label={`Block: ${mentionedBy}`}>
            Block
          </Link>
        </EntryLayout>
      );
    }
    case 'watched': {
      const { qid, title, newAnswers, firstNewAnswer, author, reason } = item;
      return (
        <EntryLayout
          {...shared}
          who={author}
          headline={
            <>
              {newAnswers > 0 ? pluralize(newAnswers, 'new answer') : 'New question'} from <bdi>{author}</bdi>
            </>
          }
          title={title}
          to={routes.question.to(qid, firstNewAnswer)}
          reason={<Watched reason={reason} />}
        >
          <MuteQuestion qid={qid} title={title} isWatched={reason.kind === 'question'} />
        </EntryLayout>
      );
    }
    case 'search': {
      const { text, communityName, title } = item;
      return (
        <EntryLayout
          {...shared}
          headline={
            <>
              New result for “<bdi>{text}</bdi>”
            </>
          }
          title={title}
          to={addressOfSearch(item, 'newest')}
          reason={
            <>
              because you watch this search
              {communityName && (
                <>
                  {' '}
                  in <bdi>{communityName}</bdi>
                </>
              )}
            </>
          }
        >
          <StopSearch search={item} />
        </EntryLayout>
      );
    }
    case 'own': {
      const { kind: what, qid = '', answerId, communityId = '', title, text, votes = 0, by } = item;
      if (what === 'admitted')
        return (
          <EntryLayout
            {...shared}
            headline={
              <>
                You are a member of <bdi>{title}</bdi> now
              </>
            }
            to={routes.community.to(communityId)}
            open={open}
            reason="because you asked to join"
          />
        );
      if (what === 'suggested' || what === 'decided') {
        const noun = answerId ? 'answer' : 'question';
        const isSuggestion = what === 'suggested';
        return (
          <EntryLayout
            {...shared}
            who={by}
            headline={
              <>
                {by ? <bdi>{by}</bdi> : 'A moderator'}{' '}
                {isSuggestion
                  ? `suggested an edit of your ${noun}`
                  : `${item.isAccepted ? 'accepted' : 'declined'} your suggested edit`}
              </>
            }
            title={title}
            to={isSuggestion ? routes.suggestedEdits.to(qid, answerId ?? qid) : routes.question.to(qid, answerId)}
            open={open}
            text={item.note ? <bdi>{item.note}</bdi> : <Excerpt text={text} />}
            reason={isSuggestion ? `because you wrote this ${noun}` : 'because you suggested the edit'}
          >
            <MuteKind kind={what} label={isSuggestion ? 'Mute suggested edits' : 'Mute decisions'} />
          </EntryLayout>
        );
      }
      return (
        <EntryLayout
          {...shared}
          who={by}
          headline={
            what === 'votes' ? (
              `Your ${answerId ? 'answer' : 'question'} has ${pluralize(votes, 'vote')}`
            ) : (
              <>
                <bdi>{by}</bdi> {what === 'edited' ? 'edited your wiki' : 'accepted your answer'}
              </>
            )
          }
          title={title}
          to={routes.question.to(qid, answerId)}
          open={open}
          text={<Excerpt text={text} />}
          reason={`because you wrote this ${answerId ? 'answer' : 'question'}`}
        >
          <MuteKind kind={what} label={muteLabels[what]} />
        </EntryLayout>
      );
    }
    case 'requests': {
      const { communityId, name, requests, newestBy } = item;
      return (
        <EntryLayout
          {...shared}
          who={newestBy}
          headline={
            <>
              {requests > 1 ? (
                `${requests} people ask`
              ) : (
                <>
                  <bdi>{newestBy}</bdi> asks
                </>
              )}{' '}
              to join <bdi>{name}</bdi>
            </>
          }
          to={routes.community.to(communityId)}
          reason="because you moderate this community: accept or deny there"
        />
      );
    }
    case 'opened': {
      const { communityId, name } = item;
      return (
        <EntryLayout
          {...shared}
          headline={
            <>
              Everyone can now read {name ? <bdi>{name}</bdi> : 'this site'} without an account, and search engines can
              find it
            </>
          }
          to={communityId ? routes.community.to(communityId) : routes.questions.to()}
          reason={`because you were already a member of this ${communityId ? 'community' : 'site'}`}
        >
          <Link to={profile}>Choose whether search engines show your name</Link>
        </EntryLayout>
      );
    }
    case 'report':
      return (
        <EntryLayout
          {...shared}
          headline={`Your report of ${oneOf(item.kind)} ${verdictOf(item.kind, item.outcome, item.removed)}`}
          to={`${routes.settings.to('privacy')}#reports`}
          text={
            <>
              Reason: <bdi>{item.reason}</bdi>
            </>
          }
          reason="because you reported it"
        />
      );
    case 'badge':
      return (
        <EntryLayout
          {...shared}
          headline={`Badge: ${badgeNames[item.badge]}`}
          to={profile}
          text={lessons[item.badge]}
          reason="because you did it for the first time"
        >
          <MuteKind kind="badge" label="Mute badges" />
        </EntryLayout>
      );
    case 'security':
      return (
        <EntryLayout
          {...shared}
          headline={
            item.kind === 'newDevice' ? (
              <>
                New login: <bdi>{item.device}</bdi>
              </>
            ) : item.kind === 'webhookOff' ? (
              <>
                Webhook turned off: <bdi>{item.device}</bdi>
              </>
            ) : (
              <>
                {doneToSignIn[item.kind]} by <bdi>{item.by ?? 'the operator of this site'}</bdi>
              </>
            )
          }
          to={routes.settings.to('account')}
          reason="because it concerns your account"
        />
      );
  }
}

const muteLabels = { votes: 'Mute votes', accepted: 'Mute acceptances', edited: 'Mute edits' } as const;

const nouns = {
  question: 'a question',
  answer: 'an answer',
  comment: 'a comment',
  community: 'the description',
} as const;

/** Returns a function that marks an entry as read. */
function useOpen({ kind, item, isNew, _id }: InboxEntry) {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const id = '_id' in item ? item._id : undefined;
  return () => {
    if (!isNew || !id) return;
    setRead(edit, (entry) => entry.kind === kind && entry._id === _id);
    markEntryRead(kind, id).then(
      () => changed(mutate),
      // It stays new, and is read with the others.
      () => changed(mutate),
    );
  };
}

/** Says what the viewer watches, with a link to it. */
function Watched({ reason }: { reason: FollowedObject }) {
  if (reason.kind === 'question') return 'because you watch this question';
  return (
    <>
      because you watch{' '}
      <Link to={addressOf(reason)}>
        <bdi>{reason.name}</bdi>
      </Link>
    </>
  );
}

type StopProps = { label: string; name?: string; errorText: string; stop: () => Promise<unknown> };

function Stop({ label, name, errorText, stop }: StopProps): ReactNode {
  const { busy, error, run } = useAction(errorText);
  return (
    <>
      <button type="button" aria-label={name} aria-disabled={busy} onClick={() => void run(stop)}>
        {label}
      </button>
      <InlineError error={error} />
    </>
  );
}

type MuteProps = { qid: string; title: string; isWatched: boolean };

/** Stops watching a question, or mutes it if the viewer watches something that contains it. */
function MuteQuestion({ qid, title, isWatched }: MuteProps) {
  const { mutate } = useSWRConfig();
  const label = isWatched ? 'Unwatch' : 'Mute';
  const state = isWatched ? 'normal' : 'muted';
  const stop = () => setFollow(mutate, 'question', qid, state).then(() => changed(mutate));
  return <Stop label={label} name={`${label}: ${title}`} errorText={followError} stop={stop} />;
}

/** Stops watching a search, which stays saved. */
function StopSearch({ search }: { search: SearchPlace }) {
  const { mutate } = useSWRConfig();
  const stop = () => setSearch(mutate, search, 'saved');
  return <Stop label="Stop watching" name={`Stop watching: ${search.text}`} errorText={searchError} stop={stop} />;
}

/** Mutes a kind of entries. */
function MuteKind({ kind, label }: { kind: MutableKind; label: string }) {
  const { mutate } = useSWRConfig();
  return <Stop label={label} errorText={muteError} stop={() => setMutedKind(mutate, kind, true)} />;
}

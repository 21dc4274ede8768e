import { type ReactNode, Suspense, use, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import useSWR from 'swr';
import { ApiError } from '../../../api/client';
import type { Question } from '../../../api/generated';
import { AttributionLine } from '../../../components/AttributionLine';
import { AuthorLine } from '../../../components/AuthorLine';
import { AskQuestionLink } from '../../../components/community/AskQuestionLink';
import { CommunityLink } from '../../../components/community/CommunityLink';
import { ReportButton } from '../../../components/flags/ReportButton';
import { FollowButton } from '../../../components/following/FollowButton';
import { InlineError } from '../../../components/InlineError';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { learnSizes } from '../../../components/markdown/pictureSizes';
import { MentionedMarkdown } from '../../../components/mentions/MentionedMarkdown';
import { Participants } from '../../../components/mentions/participants';
import { useSeenMentions } from '../../../components/mentions/seen';
import { useOfflineCopy } from '../../../components/offline/useOfflineCopy';
import { RelativeTime } from '../../../components/RelativeTime';
import { TitleText } from '../../../components/TitleText';
import { usePageTitle } from '../../../components/usePageTitle';
import { fetchKey } from '../../../lib/cacheKeys';
import { plainTitle } from '../../../lib/plainFormula';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { site } from '../../../lib/site';
import { logIn, useIsStranger } from '../../../lib/stranger';
import { useAction } from '../../../lib/useAction';
import { useFocusRestore } from '../../../lib/useFocusRestore';
import { AnswerForm } from '../form/AnswerForm';
import { questionKey } from '../keys';
import { QuestionError } from '../QuestionError';
import railStyles from '../Rail.module.css';
import { QuestionNote } from '../reminders/OwnNote';
import { QuestionStar } from '../stars/QuestionStar';
import { useHasRail } from '../useHasRail';
import { Answers } from './Answers';
import { deletePost, undeletePost } from './api';
import { Comments } from './Comments';
import { DeletedQuestion, MissingQuestion } from './DeletedQuestion';
import { Duplicates, MarkDuplicate } from './Duplicates';
import { EditedNote } from './EditedNote';
import { OwnDeletedPosts } from './OwnDeletedPosts';
import { Post } from './Post';
import { ConfirmButton, Permalink } from './PostActions';
import actions from './PostActions.module.css';
import { type Permissions, PermissionsContext, usePermissions } from './permissions';
import styles from './QuestionPage.module.css';
import { QuestionSkeleton } from './QuestionSkeleton';
import { Rail, Tags } from './Rail';
import { ModeratePost, RemovalRights, RemovePostButton, useIsModerator } from './Removal';
import { ShareButton } from './ShareButton';
import { SuggestedEditsLink } from './SuggestedEditsLink';
import { useRefresh } from './useRefresh';
import { useVote } from './useVote';
import { VoteBox } from './VoteBox';

const StateNotices = lazyWithRetry(() => import('../moderation/StateNotices'));
const OfflineQuestion = lazyWithRetry(() => import('../../../components/offline/OfflineQuestion'));

/** Shows one question with its answers and comments. */
export default function QuestionPage() {
  const { qid = '' } = useParams();
  const root = useFocusRestore<HTMLDivElement>();
  return (
    <div ref={root}>
      <QuestionLoader key={qid} qid={qid} />
    </div>
  );
}

function QuestionLoader({ qid }: { qid: string }) {
  const { data: question, error, isValidating, mutate } = useSWR<Question, unknown>(questionKey(qid), fetchKey);
  usePageTitle(question?.deletedAt ? 'Deleted question' : plainTitle(question?.title ?? ''));
  // Cached content disappears when the viewer loses the right to read it.
  const isAbsent = error instanceof ApiError && error.status === 404;
  useOfflineCopy(qid, question, error);
  if (question && (!isAbsent || question.deletedAt))
    return (
      <RemovalRights communityId={question.communityId}>
        <Participants value={() => participantsOf(question)}>
          <WithPermissions question={question}>
            <QuestionContent question={question} isFresh={!isValidating} />
          </WithPermissions>
        </Participants>
      </RemovalRights>
    );
  if (isAbsent) return <MissingQuestion qid={qid} error={error} />;
  if (!error) return <QuestionSkeleton />;
  const message = <QuestionError error={error} retry={() => void mutate()} />;
  return site.features.push ? (
    <OfflineQuestion qid={qid} error={error} retry={() => void mutate()} fallback={message} />
  ) : (
    message
  );
}

/** What a reader without a session may do. */
const noPermissions: Permissions = { mayAnswer: false, mayRespond: false, isKnown: false, suggestedEdits: [] };

function WithPermissions({ question, children }: { question: Question; children: ReactNode }) {
  const { username } = useUser();
  const { askedBy, answers } = question;
  const isAuthor = askedBy === username || answers.some(({ ansBy }) => ansBy === username);
  const permissions = usePermissions(question, useIsModerator(), isAuthor);
  const isStranger = useIsStranger();
  return <PermissionsContext value={isStranger ? noPermissions : permissions}>{children}</PermissionsContext>;
}

function QuestionContent({ question, isFresh }: { question: Question; isFresh: boolean }) {
  const { _id: qid, title, answerCount, viewCount, askDateTime, askedBy, editedAt, communityId } = question;
  const isMine = useUser().username === askedBy;
  const isStranger = useIsStranger();
  const vote = useVote(question);
  const hasRail = useHasRail();
  const isNew = useIsTooNew(question);
  useSeenMentions(qid);
  // Before the texts are shown.
  learnSizes(question.pictures);
  if (question.deletedAt) return <DeletedQuestion qid={qid} communityId={communityId} isMine={isMine} />;
  return (
    <div className={railStyles.columns}>
      <div className={styles.thread}>
        <div className={styles.header}>
          <h1 dir="auto">
            <TitleText parts={[title]} />
          </h1>
          <AskQuestionLink communityId={communityId} />
          <p className={styles.facts}>
            {pluralize(answerCount, 'answer')} · {pluralize(viewCount, 'view')}
            {question.protectedAt && (isNew ? ' · protected' : ' · protected: new members cannot answer it yet')}
            {communityId && (
              <>
                {' · in '}
                <CommunityLink id={communityId} />
              </>
            )}
          </p>
        </div>
        {question.closedAt && !question.closeReason && <ClosedNotice qid={qid} isMine={isMine} />}
        {(question.closeReason || question.lockedAt) && (
          <Suspense>
            <StateNotices question={question} />
          </Suspense>
        )}
        <section className={styles.question} aria-label="Question">
          <Post
            votes={<VoteBox vote={vote}>{!hasRail && <QuestionStar qid={qid} title={title} />}</VoteBox>}
            after={
              <Comments on="question" id={qid} qid={qid} comments={question.comments}>
                <QuestionActions question={question} isMine={isMine} hasRail={hasRail} />
              </Comments>
            }
          >
            <AuthorLine name={askedBy} points={question.askedByReputation} isBot={question.askedByBot}>
              asked <RelativeTime time={askDateTime} />
              <EditedNote qid={qid} id={qid} editedAt={editedAt} />
            </AuthorLine>
            <InlineError error={vote.error} />
            <MentionedMarkdown text={question.text} mentions={question.mentions} />
            <Tags tags={question.tags} />
            {!hasRail && <QuestionNote qid={qid} title={title} />}
            <AttributionLine attribution={question.attribution} />
            <Duplicates qid={qid} />
          </Post>
        </section>
        <Answers question={question} isFresh={isFresh} />
        <OwnDeletedPosts qid={qid} />
        {isStranger ? <LogInToAnswer question={question} /> : <YourAnswer question={question} />}
      </div>
      <Rail question={question} isWide={hasRail} />
    </div>
  );
}

/** Returns the names of the authors in a thread, those of answers first. */
function participantsOf({ askedBy, answers, comments }: Question): string[] {
  const all = [...comments, ...answers.flatMap(({ comments }) => comments)];
  return [askedBy, ...answers.map(({ ansBy }) => ansBy), ...all.map(({ commentBy }) => commentBy)];
}

/** Returns whether the viewer may not answer a question because it is protected. */
function useIsTooNew({ protectedAt, lockedAt, closedAt }: Question): boolean {
  const { mayAnswer, isKnown } = use(PermissionsContext);
  return protectedAt !== undefined && !lockedAt && !closedAt && isKnown && !mayAnswer;
}

/** In place of the form for readers without a session. */
function LogInToAnswer({ question: { closedAt, lockedAt } }: { question: Question }) {
  if (closedAt || lockedAt) return null;
  return (
    <button type="button" className="btn btn-primary mt-4" onClick={logIn}>
      Log in to answer
    </button>
  );
}

/** The form for an answer, at the end of the thread. */
function YourAnswer({ question }: { question: Question }) {
  const isNew = useIsTooNew(question);
  return (
    <>
      {isNew && (
        <div role="status" className={styles.notice}>
          <span>
            This question is protected: you can answer it when you have read and written here for a while. You can
            comment on it now.
          </span>
        </div>
      )}
      <AnswerForm question={question} permissions={use(PermissionsContext)} isInline>
        <h2>Your answer</h2>
      </AnswerForm>
    </>
  );
}

function ClosedNotice({ qid, isMine }: { qid: string; isMine: boolean }) {
  const { busy, error, run } = useAction('Error while reopening the question', useRefresh(qid));
  const reopen = () => run(() => undeletePost('question', qid));
  return (
    <div role="status" className={styles.notice}>
      <span>This question is closed: it takes no new answers.</span>
      {isMine && (
        <button type="button" className="btn btn-sm btn-outline-secondary" aria-disabled={busy} onClick={reopen}>
          Reopen
        </button>
      )}
      <InlineError error={error} />
    </div>
  );
}

type ActionsProps = { question: Question; isMine: boolean; hasRail: boolean };

function QuestionActions({ question, isMine, hasRail }: ActionsProps) {
  const { _id: qid, answerCount, closedAt } = question;
  const { mayAnswer, mayRespond } = use(PermissionsContext);
  const isStranger = useIsStranger();
  const { busy, error, run } = useAction(
    `Error while ${answerCount > 0 ? 'closing' : 'deleting'} the question`,
    useRefresh(qid),
  );
  const [isMarking, setMarking] = useState(false);
  const remove = () => run(() => deletePost('question', qid));
  return (
    <>
      {mayAnswer && (
        <Link to={routes.newAnswer.to(qid)} className={actions.action}>
          Answer Question
        </Link>
      )}
      <Permalink to={routes.question.to(qid)} />
      <ShareButton question={question} />
      {!isMine && !hasRail && <FollowButton kind="question" object={qid} />}
      {isMine && mayRespond && (
        <Link to={routes.editQuestion.to(qid)} className={actions.action}>
          Edit
        </Link>
      )}
      <SuggestedEditsLink qid={qid} id={qid} isMine={isMine} />
      {isMine && answerCount === 0 && (
        <ConfirmButton label="Delete" question="Delete this question?" busy={busy} onConfirm={remove} />
      )}
      {isMine && answerCount > 0 && !closedAt && (
        <ConfirmButton
          label="Close"
          question="Close this question? It stays readable, but takes no new answers."
          busy={busy}
          onConfirm={remove}
        />
      )}
      {!isMine && <ReportButton kind="question" id={qid} className={actions.action} />}
      <RemovePostButton kind="question" id={qid} qid={qid} className={actions.action} />
      {!isStranger && <MarkDuplicate qid={qid} isOpen={isMarking} setOpen={setMarking} />}
      <ModeratePost post={{ kind: 'question', question }} />
      <InlineError error={error} />
    </>
  );
}

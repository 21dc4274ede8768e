import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Answer, Question } from '../../../api/generated';
import { AttributionLine } from '../../../components/AttributionLine';
import { AuthorLine } from '../../../components/AuthorLine';
import { ReportButton } from '../../../components/flags/ReportButton';
import { InlineError } from '../../../components/InlineError';
import { CheckIcon } from '../../../components/icons';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { learnSizes } from '../../../components/markdown/pictureSizes';
import { MentionedMarkdown } from '../../../components/mentions/MentionedMarkdown';
import { RelativeTime } from '../../../components/RelativeTime';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import { AcceptButton } from './AcceptButton';
import styles from './Answers.module.css';
import { setWiki } from './api';
import { Comments } from './Comments';
import { Deletable } from './Deletable';
import { EditedNote } from './EditedNote';
import { Post } from './Post';
import { ConfirmButton, Permalink } from './PostActions';
import actionStyles from './PostActions.module.css';
import { useMayRespond } from './permissions';
import { ModeratePost, RemovePostButton } from './Removal';
import { ShareButton } from './ShareButton';
import { SuggestedEditsLink } from './SuggestedEditsLink';
import type { Acceptance } from './useAcceptance';
import { useRefresh } from './useRefresh';
import { useVote } from './useVote';
import { VoteBox } from './VoteBox';

const EditText = lazyWithRetry(() => import('./EditText'));

type Props = { question: Question; answer: Answer; acceptance: Acceptance; isDeleted: boolean; isHighlighted: boolean };

/** Shows one answer with its actions and comments. */
export function AnswerPost({ question, answer, acceptance, isDeleted, isHighlighted }: Props) {
  const {
    _id: id,
    text,
    ansBy,
    ansDateTime,
    editedAt,
    attribution,
    comments,
    mentions,
    wiki,
    lastEditedBy = ansBy,
  } = answer;
  const { _id: qid, askedBy } = question;
  const { username } = useUser();
  const isMine = ansBy === username;
  const isAccepted = acceptance.acceptedId === id;
  const vote = useVote(question, answer);
  const mayEdit = useMayRespond();
  const wikiAction = useAction('Error while changing the answer', useRefresh(qid));
  const [isEditing, setEditing] = useState(false);
  const edit = useReturnFocus<HTMLButtonElement>(isEditing);
  // An event brings an answer with the sizes of its pictures.
  learnSizes(answer.pictures);
  return (
    <article
      className={`${styles.answer} ${isHighlighted ? styles.highlighted : ''}`}
      id={id}
      tabIndex={-1}
      aria-label={`Answer by ${ansBy}`}
    >
      <Deletable kind="answer" id={id} qid={qid} isMine={isMine} isDeleted={isDeleted}>
        {({ remove, busy, error }) => (
          <Post
            votes={
              <VoteBox vote={vote}>
                {askedBy === username ? (
                  <AcceptButton isAccepted={isAccepted} press={() => acceptance.press(id)} />
                ) : (
                  isAccepted && <CheckIcon />
                )}
              </VoteBox>
            }
            after={
              <Comments on="answer" id={id} qid={qid} comments={comments}>
                {!isEditing && (
                  <>
                    <Permalink to={routes.question.to(qid, id)} />
                    <ShareButton question={question} answerId={id} />
                    {(isMine || wiki) && mayEdit && (
                      <button ref={edit} type="button" className={actionStyles.action} onClick={() => setEditing(true)}>
                        Edit
                      </button>
                    )}
                    {isMine && (
                      <>
                        {mayEdit && !wiki && (
                          <ConfirmButton
                            label="Make community wiki"
                            question="Let every member edit this answer? Its votes will earn no reputation. Only a moderator can undo this."
                            busy={wikiAction.busy}
                            onConfirm={() => void wikiAction.run(() => setWiki(id, true))}
                          />
                        )}
                        <ConfirmButton label="Delete" question="Delete this answer?" busy={busy} onConfirm={remove} />
                      </>
                    )}
                    {!wiki && <SuggestedEditsLink qid={qid} id={id} isMine={isMine} />}
                    {!isMine && <ReportButton kind="answer" id={id} className={actionStyles.action} />}
                    <RemovePostButton kind="answer" id={id} qid={qid} className={actionStyles.action} />
                    <ModeratePost post={{ kind: 'answer', id, qid, text, wiki }} />
                    <InlineError error={error} />
                    <InlineError error={wikiAction.error} />
                  </>
                )}
              </Comments>
            }
          >
            <AuthorLine
              {...(wiki
                ? { name: lastEditedBy, before: 'Community wiki · last edited by ' }
                : { name: ansBy, points: answer.ansByReputation, isBot: answer.ansByBot })}
              end={
                isAccepted && (
                  <span className={styles.accepted}>
                    <CheckIcon /> Accepted answer
                  </span>
                )
              }
            >
              {wiki ? (
                <Link to={routes.history.to(qid, id)} title="See what changed">
                  <RelativeTime time={editedAt ?? ansDateTime} />
                </Link>
              ) : (
                <>
                  answered <RelativeTime time={ansDateTime} />
                  <EditedNote qid={qid} id={id} editedAt={editedAt} />
                </>
              )}
            </AuthorLine>
            <InlineError error={vote.error} />
            <InlineError error={acceptance.errorOf(id)} />
            {isEditing ? (
              <Suspense fallback={<MentionedMarkdown text={text} mentions={mentions} />}>
                <EditText
                  kind="answer"
                  id={id}
                  qid={qid}
                  text={text}
                  isLocked={!mayEdit}
                  close={() => setEditing(false)}
                />
              </Suspense>
            ) : (
              <>
                <MentionedMarkdown text={text} mentions={mentions} />
                <AttributionLine attribution={attribution} />
              </>
            )}
          </Post>
        )}
      </Deletable>
    </article>
  );
}

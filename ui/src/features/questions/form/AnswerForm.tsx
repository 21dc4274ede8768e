import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Question } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { Avatar } from '../../../components/avatars/Avatar';
import { DraftNotice } from '../../../components/DraftNotice';
import { EmptyState } from '../../../components/EmptyState';
import { InlineError } from '../../../components/InlineError';
import { MarkdownEditor } from '../../../components/MarkdownEditor';
import { Skeleton } from '../../../components/Skeleton';
import { announce } from '../../../lib/announce';
import { keysOfTypes } from '../../../lib/cacheKeys';
import { type Failure, failureOf } from '../../../lib/failure';
import { useIdempotentSend } from '../../../lib/idempotency';
import { pageGuard } from '../../../lib/pageGuard';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { useDraft } from '../../../lib/useDraft';
import { answerText } from '../../../lib/validation';
import { addAnswer, addAnswerError } from '../api';
import type { Permissions } from '../detail/permissions';
import styles from '../forms.module.css';
import { questionKey } from '../keys';

const nothing = { text: '' };

/** Matches what may change because the viewer watches what they answer. */
const isFollow = keysOfTypes('follow', 'followList');

/** Returns the name of the draft of an answer to a question. */
export const answerDraft = (qid: string) => `answer to ${qid}`;

type Props = {
  question: Question;
  permissions: Permissions;
  /** Whether the form is at the end of the question's page. */
  isInline?: boolean;
  /** What stands above the fields. */
  children: ReactNode;
};

/** Returns why the viewer may not answer a question. Null if they may, or while that is not known. */
function refusalOf({ deletedAt, closedAt, lockedAt }: Question, { mayAnswer, isKnown }: Permissions): string | null {
  if (deletedAt) return 'This question is deleted: it takes no new answers.';
  if (mayAnswer || !isKnown) return null;
  if (closedAt) return `${sentences.questionClosed}: it takes no new answers.`;
  return lockedAt ? sentences.questionLocked : sentences.questionProtected;
}

/** A form that answers a question. */
export function AnswerForm({ question, permissions, isInline = false, children }: Props) {
  const { _id: qid } = question;
  const { username } = useUser();
  const form = answerDraft(qid);
  const draft = useDraft(form, nothing);
  const { text } = draft.fields;
  const [problem, setProblem] = useState<Failure | string | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const sendIdempotent = useIdempotentSend(form);
  const mayAnswer = permissions.mayAnswer && !question.deletedAt;
  const refusal = refusalOf(question, permissions);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || !mayAnswer) return;
    const found = answerText(text);
    setProblem(found);
    if (found) {
      const field = event.currentTarget.elements.namedItem('text');
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setBusy(true);
    const isSamePage = pageGuard();
    try {
      const answer = await sendIdempotent(text, (nonce, ansBy) => addAnswer(qid, { text, ansBy, nonce }));
      draft.clear();
      if (answer.waiting) {
        await mutate(keysOfTypes('deletedPosts')).catch(() => undefined);
        announce('Your answer waits for approval');
        if (isSamePage() && !isInline) navigate(routes.question.to(qid));
        setBusy(false);
        return;
      }
      void mutate(isFollow);
      // The page scrolls to the answer, so it must be there. If the fetch fails, the answer arrives
      // as an event.
      await mutate(questionKey(qid)).catch(() => undefined);
      if (isSamePage()) navigate(routes.question.to(qid, answer._id));
    } catch (error) {
      setProblem(failureOf(addAnswerError, error));
    }
    setBusy(false);
  };
  // The question was closed meanwhile: the text stays, so that it can be copied.
  if (!mayAnswer && !text) {
    if (isInline) return null;
    return refusal === null ? (
      <Skeleton rows={3} />
    ) : (
      <EmptyState title={refusal}>
        <Link to={routes.question.to(qid)}>Back to the question</Link>
      </EmptyState>
    );
  }
  return (
    <form onSubmit={submit} onKeyDown={submitOnControlEnter} noValidate className={styles.form}>
      {children}
      <InlineError error={refusal} />
      <DraftNotice draft={draft} />
      <MarkdownEditor
        name="text"
        label={
          <>
            <Avatar seed={username} />{' '}
            <span>
              Answer Text<b>*</b>
            </span>
          </>
        }
        isCompact={isInline}
        value={text}
        onChange={(text) => {
          draft.change({ text });
          setProblem(null);
        }}
        readOnly={busy}
        problem={problem}
      />
      <div className={`${styles.actions} ${styles.apart}`}>
        <span className="muted small">* indicates mandatory fields</span>
        <button type="submit" className="btn btn-primary" aria-disabled={busy} disabled={!mayAnswer} title="Ctrl+Enter">
          Post Answer
        </button>
      </div>
    </form>
  );
}

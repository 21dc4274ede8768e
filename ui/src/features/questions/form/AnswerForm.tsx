import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Question } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { Avatar } from '../../../components/avatars/Avatar';
import { DraftNotice } from '../../../components/DraftNotice';
import { EmptyState } from '../../../components/EmptyState';
import { InlineError } from '../../../components/InlineError';
import { MarkdownEditor } from '../../../components/MarkdownEditor';
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
import { useIsModerator } from '../detail/Removal';
import styles from '../forms.module.css';
import { questionKey } from '../keys';

const nothing = { text: '' };

/** Matches what may change because the viewer watches what they answer. */
const isFollow = keysOfTypes('follow', 'followList');

/** Returns the name of the draft of an answer to a question. */
export const answerDraft = (qid: string) => `answer to ${qid}`;

const formId = 'answer-form';

/** Moves the focus into the form on the page of a question. A link with a modifier key stays a link. */
export function goToAnswerForm(event: MouseEvent) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  document.getElementById(formId)?.querySelector('textarea')?.focus();
}

type Props = {
  question: Question;
  /** Whether the form is at the end of the question's page. */
  isInline?: boolean;
  /** What stands above the fields. */
  children: ReactNode;
};

/** A form that answers a question. */
export function AnswerForm({ question, isInline = false, children }: Props) {
  const { _id: qid, closedAt, lockedAt, deletedAt } = question;
  const isModerator = useIsModerator();
  const { username } = useUser();
  const form = answerDraft(qid);
  const draft = useDraft(form, nothing);
  const { text } = draft.fields;
  const [problem, setProblem] = useState<Failure | string | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const sendIdempotent = useIdempotentSend(form);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
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
      draft.discard();
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
  const state = closedAt ? sentences.questionClosed : lockedAt && !isModerator && 'This question is locked';
  const refusal = deletedAt ? 'This question is deleted' : state;
  // The question was closed meanwhile: the text stays, so that it can be copied.
  if (refusal && !text) {
    return isInline ? null : (
      <EmptyState title={refusal}>
        <p className="muted">It takes no new answers.</p>
        <Link to={routes.question.to(qid)}>Back to the question</Link>
      </EmptyState>
    );
  }
  return (
    <form id={formId} onSubmit={submit} onKeyDown={submitOnControlEnter} noValidate className={styles.form}>
      {children}
      <InlineError error={refusal ? `${refusal}: it takes no new answers.` : null} />
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
        <button type="submit" className="btn btn-primary" aria-disabled={busy} title="Ctrl+Enter">
          Post Answer
        </button>
      </div>
    </form>
  );
}

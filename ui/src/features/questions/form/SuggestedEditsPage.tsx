import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { ApiError } from '../../../api/client';
import { limits, type SuggestedEdit, type SuggestedEdits } from '../../../api/generated';
import { AuthorLine } from '../../../components/AuthorLine';
import { DraftNotice } from '../../../components/DraftNotice';
import { EmptyState } from '../../../components/EmptyState';
import { ErrorMessage } from '../../../components/ErrorMessage';
import { Changes } from '../../../components/history/Revisions';
import styles from '../../../components/history/Revisions.module.css';
import { InlineError } from '../../../components/InlineError';
import { MarkdownEditor } from '../../../components/MarkdownEditor';
import { PageHeader } from '../../../components/PageHeader';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { RelativeTime } from '../../../components/RelativeTime';
import { Skeleton } from '../../../components/Skeleton';
import { Field } from '../../../components/TextField';
import { usePageTitle } from '../../../components/usePageTitle';
import { announce } from '../../../lib/announce';
import { fetchKey } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { submitOnControlEnter } from '../../../lib/submitOnControlEnter';
import { useAction } from '../../../lib/useAction';
import { useDraft } from '../../../lib/useDraft';
import { answerText } from '../../../lib/validation';
import { decideSuggestedEdit, suggestEdit, suggestEditError, withdrawSuggestedEdit } from '../detail/api';
import { isPermissions } from '../detail/permissions';
import { useRefresh } from '../detail/useRefresh';
import forms from '../forms.module.css';
import { suggestedEditsKey } from '../keys';
import { EditConflictNotice } from './EditConflictNotice';
import { QuestionForm } from './QuestionForm';

/** Shows the suggested edits of a post to who decides about them, and lets others suggest one. */
export default function SuggestedEditsPage() {
  const { qid = '', postId = '' } = useParams();
  return <Loader key={postId} qid={qid} postId={postId} />;
}

function Loader({ qid, postId }: { qid: string; postId: string }) {
  usePageTitle('Suggested edits');
  const key = suggestedEditsKey(postId);
  const { data, error, mutate } = useSWR<SuggestedEdits, unknown>(key, fetchKey);
  const cache = useSWRConfig();
  const [isChanging, setChanging] = useState(false);
  if (error instanceof ApiError && error.status === 404) return <EmptyState title={error.message} />;
  if (!data)
    return error ? (
      <ErrorMessage error={error} text="Error when fetching the suggested edits" retry={() => void mutate()} />
    ) : (
      <Skeleton rows={3} />
    );
  const post: Post = {
    qid,
    edits: data,
    noun: data.title === undefined ? 'answer' : 'question',
    back: <Link to={routes.question.to(qid, postId)}>Back to the question</Link>,
    apply: async (call) => {
      try {
        await mutate(await call(), { revalidate: false });
      } catch (failure) {
        // It shows why: the post or the suggestion is another one now.
        void mutate();
        throw failure;
      }
      setChanging(false);
      void cache.mutate(isPermissions);
    },
  };
  if (data.mayDecide) return <Review {...post} />;
  const mine = data.suggestions.find(({ mine }) => mine);
  if (mine && !isChanging) return <Waiting {...post} mine={mine} change={() => setChanging(true)} />;
  return data.title === undefined ? <AnswerEdit {...post} mine={mine} /> : <QuestionEdit {...post} mine={mine} />;
}

type Post = {
  qid: string;
  edits: SuggestedEdits;
  noun: 'question' | 'answer';
  back: ReactNode;
  /** Makes a call and shows what it returns. */
  apply: (call: () => Promise<SuggestedEdits>) => Promise<void>;
};

/** Lists the suggested edits with their differences from the current version. */
function Review({ back, noun, ...post }: Post) {
  const { suggestions } = post.edits;
  return (
    <>
      <PageHeader title={`Suggested edits of the ${noun}`}>{back}</PageHeader>
      {suggestions.length === 0 && <EmptyState title="No open suggested edits" />}
      <ul className={styles.list}>
        {suggestions.map((edit) => (
          <li key={edit._id} className={styles.revision}>
            <Suggestion edit={edit} current={post.edits} />
            <Decide {...post} edit={edit} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Suggestion({ edit, current }: { edit: SuggestedEdit; current: SuggestedEdits }) {
  const { suggestedBy, suggestedAt, reason, isOutdated } = edit;
  return (
    <>
      <AuthorLine name={suggestedBy}>
        suggested <RelativeTime time={suggestedAt} />
      </AuthorLine>
      {reason && (
        <p dir="auto" className="mb-2">
          {reason}
        </p>
      )}
      {isOutdated && (
        <p className="small mb-2">
          The post was edited after this was suggested. Below is what would change in its current text: accepting may
          undo that edit, which the history keeps.
        </p>
      )}
      <Changes revision={edit} before={current} />
    </>
  );
}

function Decide({ qid, edits, edit, apply }: Pick<Post, 'qid' | 'edits' | 'apply'> & { edit: SuggestedEdit }) {
  const refresh = useRefresh(qid);
  const { busy, error, run } = useAction('Error while accepting the edit', refresh);
  const [isDeclining, setDeclining] = useState(false);
  const accept = async () => {
    if (await run(() => apply(() => decideSuggestedEdit(edit._id, edits.revisionId, '')))) announce('Edit accepted');
  };
  return (
    <div className={forms.actions}>
      <button type="button" className="btn btn-primary btn-sm" aria-disabled={busy} onClick={accept}>
        Accept edit
      </button>
      <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => setDeclining(true)}>
        Decline…
      </button>
      <InlineError error={error} />
      {isDeclining && (
        <ReasonDialog
          title="Decline this edit?"
          action="Decline"
          isHarmless
          label="Reason (optional)"
          empty={null}
          errorText="Error while declining the edit"
          call={(reason) => apply(() => decideSuggestedEdit(edit._id, null, reason))}
          onClose={() => setDeclining(false)}
        >
          <bdi>{edit.suggestedBy}</bdi> will be notified, with your reason.
        </ReasonDialog>
      )}
    </div>
  );
}

/** The viewer's own suggestion while it is open. */
function Waiting({ edits, noun, back, apply, mine, change }: Post & { mine: SuggestedEdit; change: () => void }) {
  const { busy, error, run } = useAction('Error while withdrawing the edit');
  const withdraw = async () => {
    if (await run(() => apply(() => withdrawSuggestedEdit(mine._id)))) announce('Edit withdrawn');
  };
  return (
    <>
      <PageHeader title={`Your suggested edit of the ${noun}`}>{back}</PageHeader>
      <p role="status">The author or a moderator will accept or decline it. You will be notified.</p>
      <Suggestion edit={mine} current={edits} />
      <div className={`${forms.actions} mt-3`}>
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={change}>
          Change
        </button>
        <button type="button" className="btn btn-outline-secondary btn-sm" aria-disabled={busy} onClick={withdraw}>
          Withdraw
        </button>
        <InlineError error={error} />
      </div>
    </>
  );
}

type EditProps = Post & { mine: SuggestedEdit | undefined };

/** What a form begins with: the viewer's suggestion if nobody has edited the post since, or the current version. */
const initialOf = ({ edits, mine }: EditProps) => (mine && !mine.isOutdated ? mine : edits);

const explanation = (
  <p className="muted mb-0">The author or a moderator decides about your edit before others see it.</p>
);

/** The field for a reason, which is a draft of its own. */
function useReason({ edits, mine }: EditProps) {
  const draft = useDraft(`reason for ${edits._id}`, { reason: mine?.reason ?? '' });
  const { reason } = draft.fields;
  const field = (
    <Field
      label="Reason (optional)"
      name="reason"
      dir="auto"
      autoComplete="off"
      required={false}
      maxLength={limits.reason}
      value={reason}
      onChange={(reason) => draft.change({ reason })}
    />
  );
  return { reason, field, finish: draft.finish };
}

function QuestionEdit(props: EditProps) {
  const { qid, edits, back, apply } = props;
  const { title = '', text, tags = [] } = initialOf(props);
  const { reason, field, finish } = useReason(props);
  return (
    <QuestionForm
      heading="Suggest an edit"
      back={back}
      draftName={`suggestion for ${edits._id}`}
      initial={{ title, text, tags: tags.join(' ') }}
      action="Suggest Edit"
      errorText={suggestEditError}
      submit={async (edit) => {
        await apply(async () => {
          const suggested = await suggestEdit(edits._id, edits.revisionId, { ...edit, reason });
          finish();
          return suggested;
        });
        return routes.suggestedEdits.to(qid, edits._id);
      }}
      above={() => explanation}
      below={field}
    />
  );
}

function AnswerEdit(props: EditProps) {
  const { edits, back, apply } = props;
  const saved = initialOf(props).text;
  const draft = useDraft(`suggestion for ${edits._id}`, { text: saved });
  const { text } = draft.fields;
  const { reason, field, finish } = useReason(props);
  const { busy, error, setError, run } = useAction(suggestEditError);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const problem = answerText(text, saved);
    if (problem) {
      setError(problem);
      const field = event.currentTarget.elements.namedItem('text');
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    // The form disappears with the draft that it finishes.
    await run(() =>
      apply(async () => {
        const suggested = await suggestEdit(edits._id, edits.revisionId, { text, reason });
        draft.finish();
        finish();
        return suggested;
      }),
    );
  };
  return (
    <form onSubmit={submit} onKeyDown={submitOnControlEnter} noValidate className={forms.form}>
      <PageHeader title="Suggest an edit">{back}</PageHeader>
      {explanation}
      <DraftNotice draft={draft}>
        <EditConflictNotice saved={saved} base={draft.base.text} mine={text} />
      </DraftNotice>
      <MarkdownEditor
        name="text"
        label="Answer Text"
        value={text}
        onChange={(text) => {
          draft.change({ text });
          setError(null);
        }}
        readOnly={busy}
        problem={error}
      />
      {field}
      <div className={forms.actions}>
        <button type="submit" className="btn btn-primary" aria-disabled={busy} title="Ctrl+Enter">
          Suggest Edit
        </button>
      </div>
    </form>
  );
}

import { Suspense, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { ApiError } from '../../api/client';
import type { TagPage as Tag, TagDescription, TopQuestion } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { EmptyState } from '../../components/EmptyState';
import { ErrorMessage } from '../../components/ErrorMessage';
import { FollowButton } from '../../components/following/FollowButton';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { Markdown } from '../../components/markdown/Markdown';
import { PageHeader } from '../../components/PageHeader';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { Skeleton } from '../../components/Skeleton';
import { TitleText } from '../../components/TitleText';
import { usePageTitle } from '../../components/usePageTitle';
import { fetchKey } from '../../lib/cacheKeys';
import { nameKey } from '../../lib/nameKey';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { moderatesSite, useUser } from '../../lib/session';
import { useIsStranger } from '../../lib/stranger';
import { tagPageError, tagPageKey } from './api';
import { DescriptionForm } from './DescriptionForm';
import { TagHistory } from './TagHistory';

const SynonymEditor = lazyWithRetry(() => import('./SynonymEditor'));
const TagTools = lazyWithRetry(() => import('./TagTools'));
const DeletedTag = lazyWithRetry(() => import('./DeletedTag'));

/** Shows a tag, or the history of its description. */
export default function TagPage() {
  const [query] = useSearchParams();
  const name = query.get('tag') ?? '';
  return query.has('history') ? <TagHistory tag={name} /> : <About name={name} />;
}

/** Shows what a tag is for, and its best questions. The address of a synonym leads to the main tag. */
function About({ name }: { name: string }) {
  usePageTitle(name || 'Tag');
  const { data: tag, error, mutate } = useSWR<Tag, unknown>(tagPageKey(name), fetchKey);
  const isModerator = moderatesSite(useUser());
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState title={error.message}>
        {isModerator && (
          <Suspense>
            <DeletedTag name={name} refresh={() => mutate()} />
          </Suspense>
        )}
        <Link to={routes.tags.to()}>Show all tags</Link>
      </EmptyState>
    );
  if (!tag) {
    if (!error) return <Skeleton rows={3} />;
    return <ErrorMessage error={error} text={tagPageError} retry={() => void mutate()} />;
  }
  const synonym = tag.synonyms.find((synonym) => nameKey(synonym) === nameKey(name));
  if (synonym) return <Navigate to={routes.tag.to({ tag: tag.name })} replace state={{ synonym }} />;
  return (
    <>
      <PageHeader title={<bdi>{tag.name}</bdi>}>
        <div className="d-flex gap-2">
          <FollowButton key={tag.name} kind="tag" object={tag.name} />
          <Link to={routes.questions.to({ tag: tag.name })} className="btn btn-primary btn-sm">
            {pluralize(tag.questionCount, 'question')}
          </Link>
        </div>
      </PageHeader>
      <CameFrom tag={tag} />
      <Description
        key={tag.name}
        tag={tag}
        refresh={() => mutate()}
        show={(saved) => mutate({ ...tag, ...saved }, false)}
      />
      <Synonyms key={`synonyms of ${tag.name}`} tag={tag} refresh={() => mutate()} />
      <TopQuestions questions={tag.topQuestions} />
    </>
  );
}

/** Says that the address was that of a synonym. */
function CameFrom({ tag: { name, synonyms } }: { tag: Tag }) {
  const { state } = useLocation() as { state: { synonym?: string } | null };
  if (!state?.synonym || !synonyms.includes(state.synonym)) return null;
  return (
    <p role="status" className="muted">
      <bdi>{state.synonym}</bdi> is a synonym of <bdi>{name}</bdi>.
    </p>
  );
}

function Synonyms({ tag, refresh }: { tag: Tag; refresh: () => Promise<unknown> }) {
  const [isEditing, setEditing] = useState(false);
  const isModerator = moderatesSite(useUser());
  const { synonyms, canEdit } = tag;
  if (isEditing) {
    return (
      <Suspense fallback={<Skeleton rows={2} />}>
        <SynonymEditor tag={tag} refresh={refresh} close={() => setEditing(false)} />
      </Suspense>
    );
  }
  const canChange = isModerator && (canEdit || synonyms.length > 0);
  if (!synonyms.length && !canChange) return null;
  return (
    <div className="d-flex flex-wrap gap-3 align-items-center mb-4">
      {synonyms.length > 0 && (
        <span>
          Synonyms: <bdi>{synonyms.join(', ')}</bdi>
        </span>
      )}
      {canChange && (
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => setEditing(true)}>
          Edit synonyms
        </button>
      )}
      {isModerator && canEdit && (
        <Suspense>
          <TagTools tag={tag} refresh={refresh} />
        </Suspense>
      )}
    </div>
  );
}

type DescriptionProps = {
  tag: Tag;
  /** Fetches the tag again. */
  refresh: () => Promise<Tag | undefined>;
  /** Shows the saved description. */
  show: (saved: TagDescription) => Promise<unknown>;
};

function Description({ tag, refresh, show }: DescriptionProps) {
  const [isEditing, setEditing] = useState(false);
  const { name, text, editedBy, editDateTime, revisionId } = tag;
  const isStranger = useIsStranger();
  const canEdit = tag.canEdit && !isStranger;
  if (isEditing) return <DescriptionForm tag={tag} refresh={refresh} show={show} close={() => setEditing(false)} />;
  return (
    <section aria-label="Description" className="mb-4">
      {text ? <Markdown text={text} /> : <p className="muted">{nothing(tag.canEdit)}</p>}
      <p className="small muted d-flex flex-wrap gap-3 align-items-center mt-3">
        {canEdit && (
          <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => setEditing(true)}>
            Edit description
          </button>
        )}
        {editedBy && editDateTime && (
          <span>
            edited by <AuthorLink name={editedBy} /> <RelativeTime time={editDateTime} />
          </span>
        )}
        {revisionId && !isStranger && <Link to={routes.tag.to({ tag: name, history: 'true' })}>History</Link>}
      </p>
    </section>
  );
}

const nothing = (canEdit: boolean) =>
  canEdit
    ? 'This tag has no description yet: say what belongs to it, and what does not.'
    : 'Only questions in private communities have this tag, so it has no description.';

function TopQuestions({ questions }: { questions: TopQuestion[] }) {
  if (!questions.length) return null;
  return (
    <section aria-labelledby="top-questions">
      <h2 id="top-questions">Top questions</h2>
      <RowList>
        {questions.map(({ _id, title, score, answerCount }) => (
          <li key={_id}>
            <Link to={routes.question.to(_id)}>
              <bdi>
                <TitleText parts={[title]} />
              </bdi>
            </Link>
            <span className="small muted text-nowrap">
              {pluralize(score, 'vote')} · {pluralize(answerCount, 'answer')}
            </span>
          </li>
        ))}
      </RowList>
    </section>
  );
}

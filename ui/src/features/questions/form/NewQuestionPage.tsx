import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import type { Page } from '../../../api/client';
import type { CommunityCard } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { CommunityLink } from '../../../components/community/CommunityLink';
import { communityError, useCommunity } from '../../../components/community/useCommunity';
import { InlineError } from '../../../components/InlineError';
import { usePageTitle } from '../../../components/usePageTitle';
import { fetchPage } from '../../../lib/cacheKeys';
import { readDrafts } from '../../../lib/drafts';
import { failureOf } from '../../../lib/failure';
import { useIdempotentSend } from '../../../lib/idempotency';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import type { Draft } from '../../../lib/useDraft';
import { addQuestion, addQuestionError } from '../api';
import { isQuestionList, moveTargetsKey } from '../keys';
import { type QuestionFields, QuestionForm } from './QuestionForm';
import { SimilarQuestions } from './SimilarQuestions';

const nothing = { title: '', text: '', tags: '' };

/** Returns the name of the draft of a question in a community, or outside of communities. */
const draftOf = (communityId: string | undefined) => (communityId ? `question in ${communityId}` : 'question');

/**
 * A form that asks a question, in a community if the address names one, with the title that the address proposes. A member of
 * communities can choose another one: the text comes along, unless a draft waits there.
 */
export default function NewQuestionPage() {
  usePageTitle('Ask a Question');
  const [query, setQuery] = useSearchParams();
  const { _id: userId } = useUser();
  const communityId = query.get('communityId') || undefined;
  const { mutate } = useSWRConfig();
  const form = draftOf(communityId);
  const [carried, setCarried] = useState<QuestionFields>();
  const choose = (to: string | undefined, draft: Draft<QuestionFields>) => {
    const isFree = readDrafts(userId, draftOf(to)).length === 0;
    setCarried(isFree ? draft.fields : undefined);
    if (isFree) draft.finish();
    setQuery(
      (query) => {
        query.delete('communityId');
        if (to) query.set('communityId', to);
        return query;
      },
      { replace: true },
    );
  };
  const sendIdempotent = useIdempotentSend(form);
  return (
    <QuestionForm
      key={communityId}
      heading="Ask a Question"
      draftName={form}
      initial={nothing}
      proposedTitle={query.get('title')?.trim() ?? ''}
      carried={carried}
      action="Post Question"
      errorText={addQuestionError}
      belowTitle={(fields) => <SimilarQuestions {...fields} />}
      submit={async (question) => {
        const asked = { ...question, communityId };
        const { _id: qid, waiting } = await sendIdempotent(JSON.stringify(asked), (nonce, askedBy) =>
          addQuestion({ ...asked, askedBy, nonce }),
        );
        if (waiting) return routes.question.to(qid);
        // The list that follows shows the question, even if it was read just before.
        void mutate(isQuestionList);
        return communityId ? routes.community.to(communityId) : routes.questions.to({ showStreakPopup: 'true' });
      }}
      above={(draft) => (
        <>
          <CommunitySelect communityId={communityId} choose={(to) => choose(to, draft)} />
          {communityId && <CommunityNotice communityId={communityId} />}
        </>
      )}
    />
  );
}

type SelectProps = { communityId: string | undefined; choose: (id: string | undefined) => void };

/** Chooses one of the viewer's communities, if there are any. */
function CommunitySelect({ communityId, choose }: SelectProps) {
  const { data } = useSWR<Page<CommunityCard>, unknown>(moveTargetsKey(true), fetchPage);
  const id = useId();
  const mine = data?.items.filter(({ archived }) => !archived) ?? [];
  if (!mine.length) return null;
  return (
    <div>
      <label htmlFor={id} className="form-label">
        Community
      </label>
      <select
        id={id}
        className="form-select w-auto mw-100"
        value={communityId ?? ''}
        onChange={({ target }) => choose(target.value || undefined)}
      >
        <option value="">None: everyone will see it</option>
        {communityId && !mine.some(({ _id }) => _id === communityId) && (
          <option value={communityId}>Another one</option>
        )}
        {mine.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Shows the community of the new question, and who will see the question. */
function CommunityNotice({ communityId }: { communityId: string }) {
  const { data: community, error } = useCommunity(communityId);
  if (!community) return <InlineError error={error ? failureOf(communityError, error) : null} />;
  const { isMember, visibility, archived } = community;
  if (isMember || archived)
    return (
      <div>
        <p className="mb-0">
          In <CommunityLink id={communityId} />: {visibility === 'private' ? 'only its members' : 'everyone'} will see
          your question.
        </p>
        <InlineError error={archived ? sentences.communityArchived : null} />
      </div>
    );
  return (
    <div>
      <InlineError error={sentences.notAMember} />
      <p className="mb-0">
        You can join it here: <CommunityLink id={communityId} />
      </p>
    </div>
  );
}

import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuthoredPost } from '../../api/generated';
import { Choices } from '../../components/Choices';
import { CheckIcon } from '../../components/icons';
import { Excerpt } from '../../components/markdown/Excerpt';
import { TwoLines } from '../../components/markdown/TwoLines';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { TitleText } from '../../components/TitleText';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import styles from './AuthoredPosts.module.css';
import { authoredKey } from './keys';

const kinds = { all: 'All', question: 'Questions', answer: 'Answers' } as const;

type Kind = keyof typeof kinds;

/** The id of the section, which the head of the profile links to. */
export const postsId = 'posts';

/** Lists a user's questions and answers that the viewer may read, newest first. */
export function AuthoredPosts({ username }: { username: string }) {
  const [kind, setKind] = useState<Kind>('all');
  return (
    <section id={postsId} aria-labelledby="posts-title" tabIndex={-1}>
      <h2 id="posts-title">Questions and answers</h2>
      <Choices label="Kind" names={kinds} chosen={kind} choose={setKind} />
      <Posts key={kind} username={username} kind={kind} />
    </section>
  );
}

function Posts({ username, kind }: { username: string; kind: Kind }) {
  /** For each question the post that shows its title: no title stands twice on a page. */
  const [titled] = useState(() => new Map<string, string>());
  const hasTitle = ({ _id, qid }: AuthoredPost) => {
    if (!titled.has(qid)) titled.set(qid, _id);
    return titled.get(qid) === _id;
  };
  return (
    <PagedList<AuthoredPost>
      isLoadedOnDemand
      listKey={authoredKey(username, kind === 'all' ? undefined : kind)}
      errorText="Error when fetching the posts"
      empty={<p className="muted py-3 mb-0">Nothing here that you can read yet.</p>}
    >
      {(posts) => (
        <ul className={styles.posts}>
          {posts.map((post) => (
            <Post key={post._id} post={post} hasTitle={hasTitle(post)} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Post({ post, hasTitle }: { post: AuthoredPost; hasTitle: boolean }) {
  const { _id: id, type, qid, title, text, score, answerCount, accepted, createdAt } = post;
  const isAnswer = type === 'answer';
  return (
    <li>
      <p className={styles.title}>
        <span className="small muted">{isAnswer ? 'Answer to ' : 'Question '}</span>
        <Link to={routes.question.to(qid, isAnswer ? id : undefined)} dir="auto">
          {hasTitle ? <TitleText parts={[title]} /> : 'the same question'}
        </Link>
      </p>
      <TwoLines>
        <Excerpt text={text} />
      </TwoLines>
      <p className={styles.facts}>
        {pluralize(score, 'vote')}
        {!isAnswer && ` · ${pluralize(answerCount, 'answer')}`}
        {accepted && (
          <span className={styles.accepted}>
            <CheckIcon />
            {isAnswer ? 'accepted' : 'answer accepted'}
          </span>
        )}
        <span>
          {isAnswer ? 'answered' : 'asked'} <RelativeTime time={createdAt} />
        </span>
      </p>
    </li>
  );
}

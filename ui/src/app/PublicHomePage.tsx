import { Link } from 'react-router-dom';
import type { QuestionCard as Card, CommunityCard, TagCount } from '../api/generated';
import { Cover } from '../components/Cover';
import { PageHeader } from '../components/PageHeader';
import { RowList } from '../components/RowList';
import { TagButton } from '../components/TagButton';
import { usePage } from '../components/usePage';
import { usePageTitle } from '../components/usePageTitle';
import { communityListKey } from '../features/communities/keys';
import { questionListKey } from '../features/questions/keys';
import { QuestionCard } from '../features/questions/list/QuestionCard';
import { pluralize } from '../lib/pluralize';
import { routes } from '../lib/routes';
import { site } from '../lib/site';
import { tagListKey } from '../lib/tags';
import { useFocusRestore } from '../lib/useFocusRestore';

/** How much of each list the page shows, as in `documents/home.rs`. */
const shown = { questions: 10, tags: 30, communities: 10 };

/** Shows readers without a session what is new on the site, and the ways into it. */
export default function PublicHomePage() {
  usePageTitle('Home');
  const root = useFocusRestore<HTMLDivElement>();
  const questions = usePage<Card>(questionListKey({ order: 'newest', tag: '', search: '' }), { live: true }).page;
  const tags = usePage<TagCount>(tagListKey({ search: '' })).page?.items ?? [];
  const communities = usePage<CommunityCard>(communityListKey({ mine: false })).page?.items ?? [];
  const open = communities.filter(({ visibility }) => visibility === 'public');
  return (
    <div ref={root}>
      <Cover />
      <PageHeader title={<bdi>{site.title}</bdi>}>
        <Link to={routes.newQuestion.to()} className="btn btn-primary">
          Ask a Question
        </Link>
      </PageHeader>
      {questions && (
        <section className="mb-4">
          <h2>Newest questions</h2>
          {questions.items.slice(0, shown.questions).map((card) => (
            <QuestionCard key={card._id} card={card} />
          ))}
          <p>
            <Link to={routes.questions.to()}>{pluralize(questions.total, 'question')}</Link>
          </p>
        </section>
      )}
      {tags.length > 0 && (
        <section className="mb-4">
          <h2>Tags</h2>
          <p className="d-flex flex-wrap gap-2">
            {tags.slice(0, shown.tags).map((tag) => (
              <TagButton key={tag._id} tag={tag} />
            ))}
          </p>
          <p>
            <Link to={routes.tags.to()}>All tags</Link>
          </p>
        </section>
      )}
      {open.length > 0 && (
        <section className="mb-4">
          <h2>Communities</h2>
          <RowList>
            {open.slice(0, shown.communities).map(({ _id, name, memberCount }) => (
              <li key={_id}>
                <Link to={routes.community.to(_id)}>
                  <bdi>{name}</bdi>
                </Link>
                <span className="small muted text-nowrap">{pluralize(memberCount, 'member')}</span>
              </li>
            ))}
          </RowList>
          <p>
            <Link to={routes.allCommunities.to()}>All Communities</Link>
          </p>
        </section>
      )}
    </div>
  );
}

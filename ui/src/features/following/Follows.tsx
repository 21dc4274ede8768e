import { Link } from 'react-router-dom';
import type { Follow } from '../../api/generated';
import { StateMenu } from '../../components/following/FollowMenu';
import { PagedList } from '../../components/PagedList';
import { RowList } from '../../components/RowList';
import { TitleText } from '../../components/TitleText';
import type { PageKey } from '../../lib/cacheKeys';
import { addressOf } from './address';

/** The key of the first page of what the viewer watches or has muted. */
const firstPageKey: PageKey<'followList'> = {
  type: 'followList',
  path: '/following/getFollows?limit=30',
  logMessage: 'Error retrieving what you watch and mute',
};

/** Lists what the viewer watches or has muted, each with a menu that changes it. */
export function Follows() {
  return (
    // Receives the focus of a removed menu.
    <section aria-labelledby="follows" tabIndex={-1}>
      <h2 id="follows">Watched and muted</h2>
      <PagedList<Follow>
        listKey={firstPageKey}
        empty={<p className="muted">Nothing. Questions, tags and communities have a button for it.</p>}
      >
        {(follows) => (
          <RowList>
            {follows.map((follow) => (
              <li key={`${follow.kind} ${follow.object}`}>
                <div>
                  <Link to={addressOf(follow)}>
                    <bdi>{follow.kind === 'question' ? <TitleText parts={[follow.name]} /> : follow.name}</bdi>
                  </Link>{' '}
                  <small className="muted">{follow.kind}</small>
                </div>
                <StateMenu {...follow} />
              </li>
            ))}
          </RowList>
        )}
      </PagedList>
    </section>
  );
}

import useSWR from 'swr';
import type { AwardedBadge } from '../../api/generated';
import { Badge } from '../../components/Badge';
import { badgeNames, badgesKey, lessons } from '../../components/badges/badges';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { fetchKey } from '../../lib/cacheKeys';

/** Lists a user's badges with what each is for. Renders nothing if they have none. */
export default function Badges({ username }: { username: string }) {
  const { data: badges } = useSWR<AwardedBadge[], unknown>(badgesKey(username), fetchKey);
  if (!badges?.length) return null;
  return (
    <section aria-labelledby="badges">
      <h2 id="badges">Badges</h2>
      <RowList>
        {badges.map(({ badge, awardedAt }) => (
          <li key={badge}>
            <div>
              <Badge>{badgeNames[badge]}</Badge>
              <p className="mb-0">{lessons[badge]}</p>
              <p className="small muted mb-0">
                <RelativeTime time={awardedAt} />
              </p>
            </div>
          </li>
        ))}
      </RowList>
    </section>
  );
}

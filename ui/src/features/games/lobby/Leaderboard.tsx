import useSWR from 'swr';
import type { Gamer } from '../../../api/generated';
import { AuthorLink } from '../../../components/AuthorLink';
import { ErrorMessage } from '../../../components/ErrorMessage';
import { Panel, PanelItem, PanelNote } from '../../../components/Panel';
import { Skeleton } from '../../../components/Skeleton';
import { fetchKey } from '../../../lib/cacheKeys';
import { pluralize } from '../../../lib/pluralize';
import { leaderboardKey } from '../keys';
import styles from './LobbyPage.module.css';

/** Shows the ten players with the most wins. */
export function Leaderboard() {
  const { data: gamers, error, mutate } = useSWR<Gamer[], unknown>(leaderboardKey, fetchKey);
  return (
    <Panel title="Nim Leaderboard">
      {error && !gamers ? (
        <ErrorMessage error={error} text="Error fetching gamers" retry={() => void mutate()} />
      ) : !gamers ? (
        <Skeleton />
      ) : gamers.length === 0 ? (
        <PanelNote>
          <p className="muted mb-0">No gamers yet</p>
        </PanelNote>
      ) : (
        <ol className={styles.ranks}>
          {gamers.map(({ username, wins }, index) => (
            <PanelItem key={username}>
              <span>
                {index + 1}. <AuthorLink name={username} />
              </span>
              <span className="text-nowrap">{pluralize(wins, 'win')}</span>
            </PanelItem>
          ))}
        </ol>
      )}
    </Panel>
  );
}

import useSWR from 'swr';
import { getOr } from '../../../api/client';
import type { Gamer } from '../../../api/generated';
import { AuthorLink } from '../../../components/AuthorLink';
import { Box, BoxItem, BoxNote } from '../../../components/Box';
import { ErrorBox } from '../../../components/ErrorBox';
import { Skeleton } from '../../../components/Skeleton';
import { counted } from '../../../lib/counted';
import { leaderboardPath } from '../api';
import styles from './LobbyPage.module.css';

const getLeaderboard = getOr('Error when fetching leaderboard');

/** The ten with the most wins. */
export function Leaderboard() {
  const { data: gamers, error, mutate } = useSWR<Gamer[], unknown>(leaderboardPath, getLeaderboard);
  return (
    <Box title="Nim Leaderboard">
      {error && !gamers ? (
        <ErrorBox error={error} text="Error fetching gamers" retry={() => void mutate()} />
      ) : !gamers ? (
        <Skeleton />
      ) : gamers.length === 0 ? (
        <BoxNote>
          <p className="muted mb-0">No gamers yet</p>
        </BoxNote>
      ) : (
        <ol className={styles.leaders}>
          {gamers.map(({ username, wins }, index) => (
            <BoxItem key={username}>
              <span>
                {index + 1}. <AuthorLink name={username} />
              </span>
              <span className="text-nowrap">{counted(wins, 'win')}</span>
            </BoxItem>
          ))}
        </ol>
      )}
    </Box>
  );
}

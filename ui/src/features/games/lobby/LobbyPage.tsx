import { useEffect } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { Streak } from '../../../api/generated';
import { PageHead } from '../../../components/PageHead';
import { usePageTitle } from '../../../components/usePageTitle';
import { counted } from '../../../lib/counted';
import { getStreak, isGames, streakPath } from '../api';
import { AvailableGames } from './AvailableGames';
import { CreateGame } from './CreateGame';
import { Leaderboard } from './Leaderboard';
import styles from './LobbyPage.module.css';

/** How often games are looked for that others have made: nobody is told of these. In milliseconds. */
const pollEvery = 10_000;

/** Where games are made and found, and who has won the most. */
export default function LobbyPage() {
  usePageTitle('Games');
  const { mutate } = useSWRConfig();
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void mutate(isGames), pollEvery);
    return () => clearInterval(timer);
  }, [mutate]);
  return (
    <>
      <PageHead title="Games">
        <DailyStreak />
        <CreateGame />
      </PageHead>
      <div className={styles.parts}>
        <AvailableGames />
        <Leaderboard />
      </div>
    </>
  );
}

/** On how many days in a row one has played. */
function DailyStreak() {
  const { data } = useSWR<Streak, unknown>(streakPath(), getStreak);
  return <p className={styles.streak}>{data && `Daily streak: ${counted(data.days, 'day')}`}</p>;
}

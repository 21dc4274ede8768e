import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import type { Streak } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { PageHeader } from '../../../components/PageHeader';
import { usePageTitle } from '../../../components/usePageTitle';
import type { Failure } from '../../../lib/failure';
import { pluralize } from '../../../lib/pluralize';
import { getStreak } from '../api';
import { isGameList, streakKey } from '../keys';
import { AvailableGames } from './AvailableGames';
import { CreateGame } from './CreateGame';
import { Leaderboard } from './Leaderboard';
import styles from './LobbyPage.module.css';

/** The interval between two fetches of the games, in milliseconds. No event reports new games. */
const pollMs = 10_000;

/** Creates and lists games, and shows the leaderboard. */
export default function LobbyPage() {
  usePageTitle('Games');
  const { mutate } = useSWRConfig();
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void mutate(isGameList), pollMs);
    return () => clearInterval(timer);
  }, [mutate]);
  return (
    <>
      <PageHeader title="Games" note={<DailyStreak />}>
        <CreateGame />
      </PageHeader>
      <LeaveFailure />
      <div className={styles.columns}>
        <AvailableGames />
        <Leaderboard />
      </div>
    </>
  );
}

/** Shows once that the viewer could not leave the game that they come from. */
function LeaveFailure() {
  const state = useLocation().state as Failure | null;
  const [failure] = useState(state);
  const navigate = useNavigate();
  // A reload does not show it again.
  useEffect(() => {
    if (state) void navigate('.', { replace: true, state: null });
  }, [state, navigate]);
  return <InlineError error={failure} />;
}

/** Shows for how many days in a row the viewer has played. */
function DailyStreak() {
  const { data } = useSWR<Streak, unknown>(streakKey(), getStreak);
  return <p className="muted small mb-0">{data ? `Daily streak: ${pluralize(data.days, 'day')}` : '\u00a0'}</p>;
}

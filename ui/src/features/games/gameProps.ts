import type { ReactNode } from 'react';
import type { GameInstance } from '../../api/generated';

/** The props of every game's component. */
export type GameProps = {
  game: GameInstance;
  /** The viewer: a player or a spectator. */
  username: string;
  /** Makes a move. */
  play: (move: unknown) => Promise<void>;
  /** Content below the controls. */
  children: ReactNode;
};

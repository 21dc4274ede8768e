import type { ReactNode } from 'react';
import type { GameInstance, GameType } from '../../api/generated';
import { NimGame, nimRules } from './nim/NimGame';
import { statusText } from './nim/rules';

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

type GameDefinition = {
  /** The heading of the page. */
  title: string;
  rules: ReactNode;
  /** Describes the state of a game for a user. */
  statusText: (game: GameInstance, username: string) => string;
  Game: (props: GameProps) => ReactNode;
};

/** Every type of game that can be played. */
const definitions: { [type in GameType]: GameDefinition } = {
  Nim: { title: 'Nim Game', rules: nimRules, statusText, Game: NimGame },
};

/** The types that can be created. */
export const gameTypes = Object.keys(definitions) as GameType[];

/** Returns the definition of a game type, if this version knows it. */
export const gameDefinition = (type: string): GameDefinition | undefined =>
  Object.hasOwn(definitions, type) ? definitions[type as GameType] : undefined;

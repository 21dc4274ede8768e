import type { ReactNode } from 'react';
import type { GameInstance, GameType } from '../../api/generated';
import type { GameProps } from './gameProps';
import { NimGame, nimRules } from './nim/NimGame';
import { statusText } from './nim/rules';

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

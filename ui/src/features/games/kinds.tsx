import type { ReactNode } from 'react';
import type { GameInstance, GameType } from '../../api/generated';
import { NimGame, nimRules } from './nim/NimGame';
import { standing } from './nim/rules';

/** What the page of a game, whatever its kind, gives to what shows it. */
export type GameProps = {
  game: GameInstance;
  /** The viewer, who may play it or look on. */
  username: string;
  /** Makes a move as the rules have it. */
  play: (move: unknown) => Promise<void>;
  /** What stands below the place where one moves. */
  children: ReactNode;
};

type Kind = {
  /** The heading of its page. */
  title: string;
  rules: ReactNode;
  /** How a game stands for somebody, in words. */
  standing: (game: GameInstance, username: string) => string;
  Game: (props: GameProps) => ReactNode;
};

/** Every kind of game that can be played. */
const kinds: { [type in GameType]: Kind } = {
  Nim: { title: 'Nim Game', rules: nimRules, standing, Game: NimGame },
};

/** The kinds that one can choose from. */
export const gameTypes = Object.keys(kinds) as GameType[];

/** How a kind of game is shown, if this page knows of it. */
export const kindOf = (type: string): Kind | undefined =>
  Object.hasOwn(kinds, type) ? kinds[type as GameType] : undefined;

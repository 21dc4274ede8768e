// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { commands, parseCommand } from './phrases';

/** As in the specification, except that /messages is at /messaging. */
const specified: Record<string, string> = {
  '/home': 'go to home, open home, home page',
  '/messaging': 'open chats, go to chats, chat page, chats, messages, go to messages, messages page',
  '/questionPage': 'open questions, go to questions, questions, question page',
  '/tags': 'open tags, go to tags, tags, tags page',
  '/users': 'open users, go to users, users, users page',
  '/games': 'open games, go to games, games, games page',
  '/communities/all': 'open communities, go to communities, communities, communities page',
};

describe('a phrase', () => {
  it.each(
    Object.entries(specified).flatMap(([to, phrases]) => phrases.split(', ').map((phrase) => [phrase, to])),
  )('%s leads to %s', (phrase, to) => {
    expect(parseCommand(phrase)).toEqual({ to });
  });

  it('leads nowhere else', () => {
    const count = Object.values(specified).join(', ').split(', ').length;
    expect(commands.flatMap(({ phrases }) => phrases)).toHaveLength(count + 3);
  });

  it.each([
    ['go back', 'back'],
    ['navigate back', 'back'],
    ['stop listening', 'stop'],
    ['GO BACK', 'back'],
    ['  Stop   Listening. ', 'stop'],
  ])('%j is %s', (phrase, command) => {
    expect(parseCommand(phrase)).toBe(command);
  });

  it.each([
    '',
    '.',
    'tag',
    'go to',
    'please go to tags',
    'tags tags',
    'go to tags now',
    'stoplistening',
    'constructor',
  ])('%j is no command: only a whole one is', (phrase) => {
    expect(parseCommand(phrase)).toBeUndefined();
  });
});

import { routes } from '../../lib/routes';

/** The effect of a phrase: a path, a step back, or the end of listening. */
export type Command = { to: string } | 'back' | 'stop';

/** Every command with its phrases, as in the specification. */
export const commands: { command: Command; title: string; phrases: string[] }[] = [
  { command: { to: routes.home.to() }, title: 'Home', phrases: ['go to home', 'open home', 'home page'] },
  {
    command: { to: routes.messaging.to() },
    title: 'Messages',
    phrases: ['open chats', 'go to chats', 'chat page', 'chats', 'messages', 'go to messages', 'messages page'],
  },
  {
    command: { to: routes.questions.to() },
    title: 'Questions',
    phrases: ['open questions', 'go to questions', 'questions', 'question page'],
  },
  { command: { to: routes.tags.to() }, title: 'Tags', phrases: ['open tags', 'go to tags', 'tags', 'tags page'] },
  { command: { to: routes.users.to() }, title: 'Users', phrases: ['open users', 'go to users', 'users', 'users page'] },
  { command: { to: routes.games.to() }, title: 'Games', phrases: ['open games', 'go to games', 'games', 'games page'] },
  {
    command: { to: routes.allCommunities.to() },
    title: 'Communities',
    phrases: ['open communities', 'go to communities', 'communities', 'communities page'],
  },
  { command: 'back', title: 'Go back one page', phrases: ['go back', 'navigate back'] },
  { command: 'stop', title: 'Stop listening', phrases: ['stop listening'] },
];

const byPhrase = new Map(commands.flatMap(({ command, phrases }) => phrases.map((phrase) => [phrase, command])));

/** Returns the command of a whole phrase, whatever its case. Some browsers add punctuation. */
export const parseCommand = (heard: string): Command | undefined =>
  byPhrase.get(
    heard
      .toLowerCase()
      .replace(/[.,!?;:]/g, '')
      .trim()
      .replace(/\s+/g, ' '),
  );

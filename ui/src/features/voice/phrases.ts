import { routes } from '../../lib/routes';

/** What a phrase does: it leads to a path, a step back, or ends the listening. */
export type Command = { to: string } | 'back' | 'stop';

/** Every command with the phrases for it, as the specification lists them. */
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
  { command: 'back', title: 'One page back', phrases: ['go back', 'navigate back'] },
  { command: 'stop', title: 'Listen no longer', phrases: ['stop listening'] },
];

const byPhrase = new Map(commands.flatMap(({ command, phrases }) => phrases.map((phrase) => [phrase, command])));

/** The command that a whole phrase is, whatever its case; some browsers write what they hear with punctuation. */
export const commandOf = (heard: string): Command | undefined =>
  byPhrase.get(
    heard
      .toLowerCase()
      .replace(/[.,!?;:]/g, '')
      .trim()
      .replace(/\s+/g, ' '),
  );

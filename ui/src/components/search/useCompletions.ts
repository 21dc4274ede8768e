import useSWR from 'swr';
import type { Page } from '../../api/client';
import type { TagCount, User } from '../../api/generated';
import { fetchPage, type PageKey } from '../../lib/cacheKeys';
import { pluralize } from '../../lib/pluralize';
import { tagListKey } from '../../lib/tags';
import { useDebounced } from '../../lib/useDebounced';
import { userSearchTexts } from '../../lib/userSearchTexts';

/** The delay between the last key and the request, in milliseconds. */
const requestDelayMs = 200;
/** The number of completions. */
const maxCompletions = 8;

export type Completion = {
  /** The operator. */
  operator: string;
  meaning: string;
  /** The search with it. */
  text: string;
  /** Where the caret goes. */
  caret: number;
};

type Choice = [operator: string, meaning: string];

/** All operators, to choose from. Those that end with a colon or a bracket need a value. */
const operators: Choice[] = [
  ['[', 'with a tag'],
  ['user:', 'asked by a user'],
  ['by:', 'asked or answered by a user'],
  ['is:answered', 'with answers'],
  ['is:unanswered', 'without answers'],
  ['is:accepted', 'with an accepted answer'],
  ['score:', 'with at least this score'],
  ['answers:', 'with at least this number of answers'],
  ['after:', 'asked since a day, a month or a year'],
  ['before:', 'asked before a day, a month or a year'],
];

/** Returns the day some days ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const days = (): [day: string, name: string][] => [
  [daysAgo(7), 'a week ago'],
  [daysAgo(30), 'a month ago'],
  [daysAgo(365), 'a year ago'],
];

/** Returns the completions of a value that are known without a request. */
function choicesOf(name: string, value: string): Choice[] {
  const numbers = ['1', '3', '5', '10'];
  const choices: Choice[] =
    {
      is: operators.filter(([operator]) => operator.startsWith('is:')),
      score: numbers.map((number): Choice => [`score:${number}`, `with a score of at least ${number}`]),
      answers: numbers.map(
        (number): Choice => [`answers:${number}`, `with at least ${pluralize(Number(number), 'answer')}`],
      ),
      after: days().map(([day, ago]): Choice => [`after:${day}`, `since ${ago}`]),
      before: days().map(([day, ago]): Choice => [`before:${day}`, `before ${ago}`]),
    }[name] ?? [];
  const typed = `${name}:${value}`;
  return choices.filter(([operator]) => operator.startsWith(typed) && operator !== typed);
}

const userListKey = (search: string): PageKey<'userList'> => ({
  type: 'userList',
  path: `/user/getUsers?${new URLSearchParams({ search, limit: String(maxCompletions) })}`,
  logMessage: userSearchTexts.error,
});

/** Completions are optional: while a request runs, and if it fails, there are none. */
const useNames = <T>(key: PageKey | false, nameOf: (item: T) => Choice): Choice[] =>
  useSWR<Page<T>, unknown>(key || null, fetchPage).data?.items.map(nameOf) ?? [];

/**
 * Returns the completions of the operator before the caret of a search: of its name or value. With `isAll`, all operators
 * are offered if none is before it.
 */
export function useCompletions(text: string, caret: number, isAll = false): Completion[] {
  const word = /\S*$/.exec(text.slice(0, caret))?.[0] ?? '';
  const [, dash = '', opening = '', value = ''] =
    /^(-?)(\[|tag:|user:|by:|is:|score:|answers:|after:|before:)([^\]]*)$/i.exec(word) ?? [];
  const name = opening === '[' ? 'tag' : opening.slice(0, -1).toLowerCase();
  const [isTag, isUser] = [name === 'tag', !dash && (name === 'user' || name === 'by')];
  const asked = useDebounced(`${name}:${value}`, requestDelayMs) === `${name}:${value}`;
  const tags = useNames<TagCount>(
    asked && isTag && tagListKey({ search: value, limit: maxCompletions }),
    ({ name, qcnt }) => [`${dash}[${name}]`, pluralize(qcnt, 'question')],
  );
  const users = useNames<User>(asked && isUser && userListKey(value), ({ username }) => [
    `${name}:${username}`,
    name === 'user' ? `asked by ${username}` : `asked or answered by ${username}`,
  ]);
  const isOpen = isAll && !opening;
  const choices = isTag ? tags : isUser ? users : isOpen ? operators : dash ? [] : choicesOf(name, value);
  const before = isOpen ? text.slice(0, caret).replace(/\S$/, '$& ') : text.slice(0, caret - word.length);
  const after = text.slice(caret).trimStart();
  return choices.slice(0, isOpen ? operators.length : maxCompletions).map(([operator, meaning]) => {
    const begun = before + operator + (/[[:]$/.test(operator) ? '' : ' ');
    return { operator, meaning, text: begun + after, caret: begun.length };
  });
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { get } from '../../api/client';
import type { Suggestions as Found } from '../../api/generated';
import { Avatar } from '../../components/avatars/Avatar';
import { CommunitiesIcon, PlusIcon, QuestionsIcon, TagsIcon } from '../../components/icons';
import { SynonymNote } from '../../components/SynonymNote';
import { TitleText } from '../../components/TitleText';
import type { CacheKey } from '../../lib/cacheKeys';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { useCombobox } from '../../lib/useCombobox';
import styles from './Suggestions.module.css';

/** The delay between the last key and the request, in milliseconds. */
const requestDelayMs = 200;

type Props = {
  /** The trimmed text of the search box. */
  text: string;
  /** The search box, which keeps the focus. */
  input: HTMLInputElement | null;
  /** Closes the suggestions. */
  close: () => void;
  /** Closes them because the user goes to one. */
  leave: () => void;
};

type Suggestion = { to: string; icon: ReactNode; content: ReactNode };

/** Returns a fetcher that aborts its previous request, which is for an older text. */
function useLatestGet() {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return ({ path }: CacheKey) => {
    running.current?.abort();
    running.current = new AbortController();
    return get<Found>(path, undefined, running.current.signal);
  };
}

/** Returns the groups of suggestions: their names and their items. */
function groupsOf(text: string, found: Found | undefined): [name: string, items: Suggestion[]][] {
  const { questions = [], tags = [], users = [], communities = [] } = found ?? {};
  const groups: [string, Suggestion[]][] = [
    [
      'Questions',
      questions.map(({ _id, title }) => ({
        to: routes.question.to(_id),
        icon: <QuestionsIcon />,
        content: <TitleText parts={[title]} />,
      })),
    ],
    [
      'Tags',
      tags.map(({ name, questionCount, synonym }) => ({
        to: routes.questions.to({ tag: name }),
        icon: <TagsIcon />,
        content: (
          <>
            <bdi>{name}</bdi> <small>{pluralize(questionCount, 'question')}</small>
            {synonym && <SynonymNote synonym={synonym} />}
          </>
        ),
      })),
    ],
    [
      'People',
      users.map((name) => ({
        to: routes.user.to(name),
        icon: <Avatar seed={name} size={1.25} />,
        content: name,
      })),
    ],
    [
      'Communities',
      communities.map(({ _id, name }) => ({
        to: routes.community.to(_id),
        icon: <CommunitiesIcon />,
        content: name,
      })),
    ],
    [
      'Ask',
      [
        {
          to: routes.newQuestion.to({ title: text }),
          icon: <PlusIcon />,
          content: 'Ask this question',
        },
      ],
    ],
  ];
  return groups.filter(([, items]) => items.length > 0);
}

/** Lists the pages that a text in the search box can lead to. Arrow keys select one, Enter opens it, Escape closes. */
export default function Suggestions({ text, input, close, leave }: Props) {
  const navigate = useNavigate();
  // The first letter is not asked for at once either.
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), requestDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  const key: CacheKey<'suggestions'> | null = asked
    ? { type: 'suggestions', path: `/search/getSuggestions?${new URLSearchParams({ text: asked })}` }
    : null;
  // While a request runs, and if it fails, the previous suggestions stay: they are optional.
  const { data } = useSWR<Found, unknown>(key, useLatestGet(), { keepPreviousData: true });
  const groups = groupsOf(text, data);
  const { list, option } = useCombobox({
    field: input,
    label: 'Suggestions',
    options: groups.flatMap(([, items]) => items.map(({ to }) => to)),
    pick: (to) => {
      leave();
      navigate(to);
    },
    close,
  });

  return (
    <div {...list} className={styles.list}>
      {groups.map(([name, items]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={name} role="group" aria-label={name} className={styles.group}>
          <div className={styles.name} aria-hidden="true">
            {name}
          </div>
          {items.map(({ to, icon, content }) => (
            <Link key={to} to={to} {...option(to)} className={styles.option} onClick={leave}>
              {icon}
              <bdi>{content}</bdi>
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}

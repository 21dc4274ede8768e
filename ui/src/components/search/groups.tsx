import type { ReactNode } from 'react';
import type { Suggestions as Found, SuggestedQuestion } from '../../api/generated';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { literally } from '../../lib/searchOperators';
import { Avatar } from '../avatars/Avatar';
import { CommunitiesIcon, PlusIcon, QuestionsIcon, SearchIcon, TagsIcon } from '../icons';
import { Excerpt } from '../markdown/Excerpt';
import { beginAtMark, markedSource, showMarks, useShortPassages } from '../markdown/markedSource';
import { TwoLines } from '../markdown/TwoLines';
import { SynonymNote } from '../SynonymNote';
import { TitleText } from '../TitleText';
import styles from './Suggestions.module.css';

export type Suggestion = { to: string; icon: ReactNode; content: ReactNode };
type Group = [name: string, items: Suggestion[]];

/** A question with its answers, and the passage that was found. */
function Question({ question: { title, answerCount, accepted, match } }: { question: SuggestedQuestion }) {
  const isShort = useShortPassages();
  return (
    <>
      <span className={styles.line}>
        <bdi>
          <TitleText parts={match?.title.join('') === title ? match.title : [title]} />
        </bdi>{' '}
        <small className={accepted ? styles.accepted : undefined}>
          {accepted && <span aria-hidden="true">✓ </span>}
          {pluralize(answerCount, 'answer')}
          {accepted && <span className="visually-hidden">, one accepted</span>}
        </small>
      </span>
      {match && match.passage.length > 0 && (
        <TwoLines className={styles.passage}>
          <Excerpt text={markedSource(match.passage)} decorate={isShort ? beginAtMark : showMarks} />
        </TwoLines>
      )}
    </>
  );
}

/** Returns what leads to other results than those of the text. */
function correctionsOf(text: string, { searchedFor, suggestion }: Partial<Found>): Suggestion[] {
  const other = (search: string, content: ReactNode): Suggestion => ({
    to: routes.questions.to({ search }),
    icon: <SearchIcon />,
    content,
  });
  const corrections: Suggestion[] = [];
  if (suggestion) {
    const content = (
      <>
        Did you mean <b>{suggestion}</b>?
      </>
    );
    corrections.push(other(suggestion, content));
  }
  if (searchedFor) {
    const content = (
      <>
        Search for <b>{text}</b> instead
      </>
    );
    corrections.push(other(literally(text, searchedFor), content));
  }
  return corrections;
}

/** Returns the groups of suggestions: their names and their items. */
export function groupsOf(text: string, found: Partial<Found>, scopes: Suggestion[]): Group[] {
  const { questions = [], total = 0, searchedFor, tags = [], users = [], communities = [] } = found;
  const results = questions.map((question) => ({
    // A result opens at what was found.
    to: routes.question.to(question._id, question.match?.passage.length ? question.match.postId : undefined),
    icon: <QuestionsIcon />,
    content: <Question question={question} />,
  }));
  const all = {
    to: routes.questions.to({ search: text }),
    icon: <SearchIcon />,
    content: total === 1 ? 'The only result in the list' : `All ${total} results`,
  };
  const groups: Group[] = [
    ['Corrections', correctionsOf(text, found)],
    [searchedFor ? `Showing results for “${searchedFor}”` : 'Questions', total > 0 ? [...results, all] : results],
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
    ['Search only', scopes],
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

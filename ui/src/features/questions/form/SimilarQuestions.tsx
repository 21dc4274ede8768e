import { useLayoutEffect, useRef } from 'react';
import useSWR from 'swr';
import { base } from '../../../api/base';
import type { QuestionCard } from '../../../api/generated';
import { fetchKey } from '../../../lib/cacheKeys';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import { useDebounced } from '../../../lib/useDebounced';
import { AnswerSummary } from '../AnswerSummary';
import { similarKey } from '../keys';
import styles from './SimilarQuestions.module.css';

/** The delay between the last key and the search, in milliseconds. */
const searchDelayMs = 350;
/** Titles with fewer letters are not searched. */
const minLetters = 5;

const letters = (title: string) => title.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Lists existing questions similar to the new one. They open in a new tab. */
export function SimilarQuestions({ title }: { title: string }) {
  const asked = useDebounced(title.trim(), searchDelayMs);
  const isQuestion = letters(asked) >= minLetters;
  // A failed fetch shows none: they are optional.
  const { data } = useSWR<QuestionCard[], unknown>(isQuestion ? similarKey(asked) : null, fetchKey, {
    keepPreviousData: true,
  });
  const cards = (isQuestion && data) || [];
  // Content below moves once, not with every title.
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.style.minHeight = `${box.current.offsetHeight}px`;
  });
  return (
    <div ref={box}>
      <p role="status" className="visually-hidden">
        {cards.length > 0 && pluralize(cards.length, 'similar question')}
      </p>
      {cards.length > 0 && (
        <section aria-label="Similar questions" className={styles.similar}>
          <p className="small muted mb-1">Does one of these answer your question?</p>
          <ul>
            {cards.map((card) => (
              <li key={card._id}>
                <a href={base + routes.question.to(card._id)} target="_blank" rel="noopener" dir="auto">
                  {card.title}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>{' '}
                <span className="small muted text-nowrap">
                  <AnswerSummary {...card} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

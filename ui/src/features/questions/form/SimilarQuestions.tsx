import { useLayoutEffect, useRef } from 'react';
import useSWR from 'swr';
import { base } from '../../../api/base';
import { get } from '../../../api/client';
import type { QuestionCard } from '../../../api/generated';
import { counted } from '../../../lib/counted';
import { routes } from '../../../lib/routes';
import { useDebounced } from '../../../lib/useDebounced';
import { AnswerState } from '../AnswerState';
import { similarPath } from '../api';
import styles from './SimilarQuestions.module.css';

/** Between the last key and the question, in milliseconds. */
const delay = 350;
/** Titles with fewer letters are not a question yet. */
const fewest = 5;

const letters = (title: string) => title.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Questions that were asked before and may be the one that is being written. They open beside it. */
export function SimilarQuestions({ title }: { title: string }) {
  const asked = useDebounced(title.trim(), delay);
  const isQuestion = letters(asked) >= fewest;
  // Without an answer there are none to show: nobody waits for them.
  const { data } = useSWR<QuestionCard[], unknown>(isQuestion ? similarPath(asked) : null, get, {
    keepPreviousData: true,
  });
  const cards = (isQuestion && data) || [];
  // What stands below it moves once, and not with every title.
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.style.minHeight = `${box.current.offsetHeight}px`;
  });
  return (
    <div ref={box}>
      <p role="status" className="visually-hidden">
        {cards.length > 0 && counted(cards.length, 'similar question')}
      </p>
      {cards.length > 0 && (
        <section aria-label="Similar questions" className={styles.similar}>
          <p className="small muted mb-1">Has it been asked before?</p>
          <ul>
            {cards.map((card) => (
              <li key={card._id}>
                <a href={base + routes.question.to(card._id)} target="_blank" rel="noopener" dir="auto">
                  {card.title}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>{' '}
                <span className="small muted text-nowrap">
                  <AnswerState {...card} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

import { useEffect, useLayoutEffect, useRef } from 'react';
import useSWR from 'swr';
import { base } from '../../../api/base';
import { post } from '../../../api/client';
import type { QuestionCard } from '../../../api/generated';
import { TitleText } from '../../../components/TitleText';
import type { BodyKey } from '../../../lib/cacheKeys';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import { useDebounced } from '../../../lib/useDebounced';
import { splitTags } from '../../../lib/validation';
import { AnswerSummary } from '../AnswerSummary';
import { similarKey } from '../keys';
import type { QuestionFields } from './QuestionForm';
import styles from './SimilarQuestions.module.css';

/** The delay between the last key and the search, in milliseconds. */
const searchDelayMs = 400;
/** Matches a draft with enough letters to compare. */
const isComparable = /^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){5}/u;

/** Returns a fetcher that aborts its previous request, which is for an older draft. */
function useLatestPost() {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return ({ path, body }: BodyKey) => {
    running.current?.abort();
    running.current = new AbortController();
    return post<QuestionCard[]>(path, JSON.parse(body), undefined, running.current.signal);
  };
}

/** Lists existing questions similar to the new one. They open in a new tab. */
export function SimilarQuestions({ title, tags, text }: QuestionFields) {
  const draft = { title: title.trim(), tags: splitTags(tags), text: text.trim() };
  const asked = useDebounced(isComparable.test(title + text) && JSON.stringify(draft), searchDelayMs);
  // While a request runs, and if it fails, the previous questions stay: they are optional.
  const { data } = useSWR<QuestionCard[], unknown>(asked ? similarKey(asked) : null, useLatestPost(), {
    keepPreviousData: true,
  });
  const cards = (asked && data) || [];
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
              <li key={card._id} className="d-md-flex gap-2">
                <a href={base + routes.question.to(card._id)} target="_blank" rel="noopener" dir="auto">
                  <TitleText parts={[card.title]} />
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

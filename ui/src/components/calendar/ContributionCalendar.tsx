import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { Contribution } from '../../api/generated';
import { addDays, addMonths, dayTitle, monthTitle, sixWeeks, weekday } from '../../lib/calendar';
import { counted } from '../../lib/counted';
import styles from './ContributionCalendar.module.css';
import { levelOf, levels } from './levels';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Props = {
  /** The day that is looked at: its month is shown. */
  day: string;
  onDay: (day: string) => void;
  today: string;
  /** What there is on the days of the month and beside it; undefined while it is fetched. */
  contributions: Contribution[] | undefined;
};

const totalOf = ({ questions, comments, answers }: Contribution) => questions + comments + answers;

/** `3 contributions: 1 question, 2 answers` */
function inWords(contribution: Contribution | undefined): string {
  if (!contribution || totalOf(contribution) === 0) return 'No contributions';
  const { questions, answers, comments } = contribution;
  const parts = [
    questions && counted(questions, 'question'),
    answers && counted(answers, 'answer'),
    comments && counted(comments, 'comment'),
  ];
  return `${counted(totalOf(contribution), 'contribution')}: ${parts.filter(Boolean).join(', ')}`;
}

/**
 * What somebody wrote, day by day: a month as a table of six weeks, or as a list of the days with something in them.
 * How much it was shows as a colour, a number and a row of dots.
 */
export function ContributionCalendar(props: Props) {
  const { day, onDay, today } = props;
  const [asList, setAsList] = useState(false);
  const id = useId();
  const isLast = day.slice(0, 7) >= today.slice(0, 7);
  const leaf = (months: number) => onDay(months > 0 && isLast ? day : notAfter(today, addMonths(day, months)));
  return (
    <div className={styles.calendar}>
      <div className={styles.bar}>
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-label="Previous month"
          onClick={() => leaf(-1)}
        >
          ‹
        </button>
        <h3 id={id} className={styles.month} aria-live="polite">
          {monthTitle(day)}
        </h3>
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-label="Next month"
          aria-disabled={isLast}
          onClick={() => leaf(1)}
        >
          ›
        </button>
        <button
          type="button"
          className={`btn btn-sm btn-outline-secondary ${styles.view} ${asList ? 'active' : ''}`}
          aria-pressed={asList}
          onClick={() => setAsList(!asList)}
        >
          Show as list
        </button>
      </div>
      {asList ? <List {...props} labelledBy={id} /> : <Weeks {...props} />}
    </div>
  );
}

/** Nothing has been written yet on the days to come. */
const notAfter = (today: string, day: string) => (day > today ? today : day);

function Weeks({ day, onDay, today, contributions }: Props) {
  const byDay = new Map(contributions?.map((contribution) => [contribution.date, contribution]));
  const days = sixWeeks(day);
  const current = useRef<HTMLTableCellElement>(null);
  /** Whether the keys have led to another day: then the focus goes there too. */
  const isMoving = useRef(false);
  useEffect(() => {
    if (isMoving.current) current.current?.focus();
    isMoving.current = false;
  });
  const move = (event: KeyboardEvent) => {
    const next = destination(event, day);
    if (!next) return;
    event.preventDefault();
    isMoving.current = true;
    onDay(notAfter(today, next));
  };
  return (
    <>
      {/* The keys of a grid of dates, as the ARIA practices have them. */}
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells the keys go through is a grid */}
      <table role="grid" className={styles.weeks} aria-busy={!contributions} onKeyDown={move}>
        <caption className="visually-hidden">Contributions in {monthTitle(day)}, by day of UTC</caption>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name.slice(0, 3)}</span>
                <span className="visually-hidden">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 6 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <DayCell
                  key={date}
                  date={date}
                  isCurrent={date === day}
                  isOutside={date.slice(0, 7) !== day.slice(0, 7)}
                  isToday={date === today}
                  contribution={byDay.get(date)}
                  isKnown={contributions !== undefined}
                  ref={date === day ? current : null}
                  onPick={() => onDay(notAfter(today, date))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.detail}>
        <b>{dayTitle(day)}</b>
        <br />
        {contributions ? inWords(byDay.get(day)) : 'Loading…'}
      </p>
      <Legend />
    </>
  );
}

/** Where a key leads from a day. */
function destination({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday(day));
    case 'End':
      return addDays(day, 6 - weekday(day));
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
  }
}

type CellProps = {
  date: string;
  contribution: Contribution | undefined;
  /** Whether what there is has been fetched. */
  isKnown: boolean;
  /** Whether it is the one that is looked at, and that the Tab key leads to. */
  isCurrent: boolean;
  /** Whether it is of the month before or after. */
  isOutside: boolean;
  isToday: boolean;
  onPick: () => void;
  ref: Ref<HTMLTableCellElement>;
};

function DayCell({ date, contribution, isKnown, isCurrent, isOutside, isToday, onPick, ref }: CellProps) {
  const total = contribution ? totalOf(contribution) : 0;
  const level = levelOf(total);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's
    <td
      ref={ref}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      className={`${styles.day} ${styles[`level${level}`]} ${isOutside ? styles.outside : ''} ${isCurrent ? styles.current : ''}`}
      onClick={onPick}
    >
      <span className="visually-hidden">
        {dayTitle(date)}
        {isKnown && `: ${inWords(contribution)}`}
      </span>
      <span aria-hidden="true" className={styles.face}>
        <span className={styles.number}>{Number(date.slice(8))}</span>
        {total > 0 && <b>{total}</b>}
        <span className={styles.dots}>{'•'.repeat(level)}</span>
      </span>
    </td>
  );
}

/** What the colours and dots mean. */
function Legend() {
  return (
    <div className={styles.legend}>
      <span>Contributions on a day:</span>
      <ul>
        {levels.map(({ text }, level) => (
          <li key={text}>
            <span aria-hidden="true" className={`${styles.sample} ${styles[`level${level}`]}`}>
              {'•'.repeat(level)}
            </span>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function List({ day, contributions, labelledBy }: Props & { labelledBy: string }) {
  if (!contributions) return <p className="muted">Loading…</p>;
  const month = day.slice(0, 7);
  const days = contributions.filter((each) => each.date.startsWith(month) && totalOf(each) > 0).reverse();
  if (!days.length) return <p className="muted">No contributions in {monthTitle(day)}.</p>;
  return (
    <ul className={styles.list} aria-labelledby={labelledBy}>
      {days.map((each) => (
        <li key={each.date}>
          <b>{dayTitle(each.date)}</b>
          <br />
          {inWords(each)}
        </li>
      ))}
    </ul>
  );
}

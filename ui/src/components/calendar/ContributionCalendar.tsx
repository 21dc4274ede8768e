import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { Contribution } from '../../api/generated';
import { addDays, addMonths, formatDay, formatMonth, monthGrid, weekday } from '../../lib/calendar';
import { pluralize } from '../../lib/pluralize';
import styles from './ContributionCalendar.module.css';
import { levelOf, levels } from './levels';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Props = {
  /** The current day. Its month is shown. */
  day: string;
  onDayChange: (day: string) => void;
  today: string;
  /** The contributions of all visible days; undefined while they load. */
  contributions: Contribution[] | undefined;
};

const totalOf = ({ questions, comments, answers }: Contribution) => questions + comments + answers;

/** `3 contributions: 1 question, 2 answers` */
function describeContributions(contribution: Contribution | undefined): string {
  if (!contribution || totalOf(contribution) === 0) return 'No contributions';
  const { questions, answers, comments } = contribution;
  const parts = [
    questions && pluralize(questions, 'question'),
    answers && pluralize(answers, 'answer'),
    comments && pluralize(comments, 'comment'),
  ];
  return `${pluralize(totalOf(contribution), 'contribution')}: ${parts.filter(Boolean).join(', ')}`;
}

/**
 * Shows contributions by day: a month as a table of six weeks, or as a list of the days with
 * contributions. The amount shows as a color, a number and dots.
 */
export function ContributionCalendar(props: Props) {
  const { day, onDayChange, today } = props;
  const [asList, setAsList] = useState(false);
  const id = useId();
  const isLast = day.slice(0, 7) >= today.slice(0, 7);
  const changeMonth = (months: number) =>
    onDayChange(months > 0 && isLast ? day : clampToToday(today, addMonths(day, months)));
  return (
    <div className={styles.calendar}>
      <div className={styles.bar}>
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-label="Previous month"
          onClick={() => changeMonth(-1)}
        >
          ‹
        </button>
        <h3 id={id} className={styles.month} aria-live="polite">
          {formatMonth(day)}
        </h3>
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-label="Next month"
          aria-disabled={isLast}
          onClick={() => changeMonth(1)}
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

/** Returns the day, or today if the day is in the future. */
const clampToToday = (today: string, day: string) => (day > today ? today : day);

function Weeks({ day, onDayChange, today, contributions }: Props) {
  const byDay = new Map(contributions?.map((contribution) => [contribution.date, contribution]));
  const days = monthGrid(day);
  const current = useRef<HTMLTableCellElement>(null);
  /** Whether a key changed the current day: then the focus follows. */
  const isMoving = useRef(false);
  useEffect(() => {
    if (isMoving.current) current.current?.focus();
    isMoving.current = false;
  });
  const move = (event: KeyboardEvent) => {
    const next = dayForKey(event, day);
    if (!next) return;
    event.preventDefault();
    isMoving.current = true;
    onDayChange(clampToToday(today, next));
  };
  return (
    <>
      {/* The keys of a date grid according to the ARIA practices. */}
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells the keys go through is a grid */}
      <table role="grid" className={styles.weeks} aria-busy={!contributions} onKeyDown={move}>
        <caption className="visually-hidden">Contributions in {formatMonth(day)}, by day of UTC</caption>
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
                  isLoaded={contributions !== undefined}
                  ref={date === day ? current : null}
                  onSelect={() => onDayChange(clampToToday(today, date))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.detail}>
        <b>{formatDay(day)}</b>
        <br />
        {contributions ? describeContributions(byDay.get(day)) : 'Loading…'}
      </p>
      <Legend />
    </>
  );
}

/** Returns the day that a key leads to. */
function dayForKey({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
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
  /** Whether the contributions are loaded. */
  isLoaded: boolean;
  /** Whether it is the current day, which the Tab key reaches. */
  isCurrent: boolean;
  /** Whether it belongs to the previous or the next month. */
  isOutside: boolean;
  isToday: boolean;
  onSelect: () => void;
  ref: Ref<HTMLTableCellElement>;
};

function DayCell({ date, contribution, isLoaded, isCurrent, isOutside, isToday, onSelect, ref }: CellProps) {
  const total = contribution ? totalOf(contribution) : 0;
  const level = levelOf(total);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's
    <td
      ref={ref}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      className={`${styles.day} ${styles[`level${level}`]} ${isOutside ? styles.outside : ''} ${isCurrent ? styles.current : ''}`}
      onClick={onSelect}
    >
      <span className="visually-hidden">
        {formatDay(date)}
        {isLoaded && `: ${describeContributions(contribution)}`}
      </span>
      <span aria-hidden="true" className={styles.dayCell}>
        <span className={styles.number}>{Number(date.slice(8))}</span>
        {total > 0 && <b>{total}</b>}
        <span className={styles.dots}>{'•'.repeat(level)}</span>
      </span>
    </td>
  );
}

/** Explains the colors and dots. */
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
  if (!days.length) return <p className="muted">No contributions in {formatMonth(day)}.</p>;
  return (
    <ul className={styles.list} aria-labelledby={labelledBy}>
      {days.map((each) => (
        <li key={each.date}>
          <b>{formatDay(each.date)}</b>
          <br />
          {describeContributions(each)}
        </li>
      ))}
    </ul>
  );
}

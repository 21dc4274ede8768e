import type { Contribution } from '../../api/generated';
import { addDays, formatDay, formatMonth, weekday } from '../../lib/calendar';
import { pluralize } from '../../lib/pluralize';
import { levelOf } from './levels';
import styles from './YearMap.module.css';

const weeks = 53;

/** The distance from one day to the next, and the size of a day. */
const [step, size] = [13, 10.5];

/** The space for the names of weekdays and months. */
const [left, above] = [30, 16];

/** Returns the first of the days that end with the week of `today`. */
export const firstDayOfYear = (today: string) => addDays(today, -weekday(today) - 7 * (weeks - 1));

const totalOf = ({ questions, answers, comments }: Contribution) => questions + answers + comments;

/** Shows a year of contributions as a map of weeks and days. A sentence and a hidden table of months say the same. */
export function YearMap({ today, contributions }: { today: string; contributions: Contribution[] }) {
  const first = firstDayOfYear(today);
  const totals = new Map(contributions.map((day) => [day.date, totalOf(day)]));
  const days = Array.from({ length: 7 * (weeks - 1) + weekday(today) + 1 }, (_, index) => addDays(first, index));
  const total = contributions.reduce((sum, day) => sum + totalOf(day), 0);
  const months = new Map<string, number>();
  for (const day of days) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + (totals.get(day) ?? 0));
  return (
    <>
      <p className="mb-2">
        <b>{pluralize(total, 'contribution')}</b> in the past year
        {total > 0 && `, on ${pluralize(totals.size, 'day')}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className={styles.map} tabIndex={0} aria-label="Contributions by month">
        <svg viewBox={`0 0 ${left + weeks * step} ${above + 7 * step}`} aria-hidden="true">
          {['Mon', 'Wed', 'Fri'].map((name, index) => (
            <text key={name} x={0} y={above + (2 * index + 0.7) * step}>
              {name}
            </text>
          ))}
          {days.map((day, index) => (
            <Day key={day} day={day} index={index} total={totals.get(day) ?? 0} />
          ))}
        </svg>
        <table className="visually-hidden">
          <caption>Contributions by month</caption>
          <tbody>
            {[...months].map(([month, count]) => (
              <tr key={month}>
                <th scope="row">{formatMonth(`${month}-01`)}</th>
                <td>{pluralize(count, 'contribution')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Day({ day, index, total }: { day: string; index: number; total: number }) {
  const [x, y] = [left + Math.floor(index / 7) * step, above + (index % 7) * step];
  // The first Monday of a month carries its name, except where the map begins.
  const isNamed = index % 7 === 0 && Number(day.slice(8)) <= 7 && index < 7 * (weeks - 2);
  return (
    <>
      {isNamed && (
        <text x={x} y={above - 5}>
          {formatMonth(day).slice(0, 3)}
        </text>
      )}
      <rect x={x} y={y} width={size} height={size} rx={2.5} className={styles[`level${levelOf(total)}`]}>
        <title>{`${formatDay(day)}: ${total ? pluralize(total, 'contribution') : 'No contributions'}`}</title>
      </rect>
    </>
  );
}

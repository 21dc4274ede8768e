import useSWR from 'swr';
import type { WeekFigures } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { Skeleton } from '../../components/Skeleton';
import { fetchKey } from '../../lib/cacheKeys';
import { pluralize } from '../../lib/pluralize';
import styles from './Figures.module.css';
import { figuresKey } from './keys';

type Figure = {
  title: string;
  measure: (week: WeekFigures) => number | undefined;
  /** Writes a value; the number by default. */
  format?: (value: number) => string;
};

/** Writes a number of minutes in the unit that fits. */
function duration(minutes: number): string {
  if (minutes < 120) return pluralize(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 72 ? pluralize(hours, 'hour') : pluralize(Math.round(hours / 24), 'day');
}

const figures: Figure[] = [
  { title: 'Sign-ups', measure: ({ signUps }) => signUps },
  { title: 'Questions and answers', measure: ({ posts }) => posts },
  { title: 'Members who wrote', measure: ({ authors }) => authors },
  { title: 'Questions without an answer', measure: ({ unanswered }) => unanswered },
  { title: 'Time to the first answer', measure: ({ minutesToAnswer }) => minutesToAnswer, format: duration },
];

const day = (time: string) => new Date(time).toLocaleDateString(undefined, { month: 'short', day: 'numeric' });

/** Shows the figures of the last weeks, each as a small chart, and all of them as a table. */
export function Figures() {
  const { data, error, mutate } = useSWR<WeekFigures[], unknown>(figuresKey, fetchKey);
  if (!data) return error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={2} />;
  const written = ({ measure, format = String }: Figure, week: WeekFigures) => {
    const value = measure(week);
    return value === undefined ? '–' : format(value);
  };
  return (
    <>
      <p className="muted">
        The last {data.length} weeks, about what every member may read. The time to the first answer is the median.
      </p>
      <div className={styles.charts}>
        {figures.map((figure) => (
          <figure key={figure.title} className={styles.chart}>
            <figcaption>
              {figure.title}
              <b>{data.length > 0 && written(figure, data.at(-1) as WeekFigures)}</b>
            </figcaption>
            <Bars values={data.map((week) => figure.measure(week) ?? 0)} />
          </figure>
        ))}
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              {figures.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...data].reverse().map((week) => (
              <tr key={week.from}>
                <th scope="row">{day(week.from)}</th>
                {figures.map((figure) => (
                  <td key={figure.title}>{written(figure, week)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The height of the highest bar, in units of the drawing. */
const height = 40;
/** The width of a bar with the gap after it, and of the gap. */
const [step, gap] = [10, 2];

/** Draws a bar for each value, the last one in the color of the accent. The table has the numbers. */
function Bars({ values }: { values: number[] }) {
  const most = Math.max(...values, 1);
  return (
    <svg viewBox={`0 0 ${values.length * step - gap} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {values.map((value, index) => {
        const bar = Math.max((value / most) * height, 1);
        const x = index * step;
        return <rect key={x} x={x} y={height - bar} width={step - gap} height={bar} />;
      })}
    </svg>
  );
}

import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { Channel, DeliveryChoice, DeliveryKind, DeliveryPreferences, MailSettings } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { PageHeader } from '../../components/PageHeader';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { announce } from '../../lib/announce';
import { fetchKey } from '../../lib/cacheKeys';
import { routes } from '../../lib/routes';
import { site } from '../../lib/site';
import { useAction } from '../../lib/useAction';
import { chooseDelivery, type DeliveryTimes, setDeliveryTimes } from './api';
import styles from './DeliverySettings.module.css';
import { deliveryPreferencesKey, mailSettingsKey } from './keys';
import { QuietHours } from './QuietHours';

/** The ways out of the site, each with a column if the site offers it. */
const channels: { channel: Channel; title: string; label: string }[] = [
  { channel: 'mail', title: 'Mail at once', label: 'by mail at once' },
  { channel: 'digest', title: 'In the digest', label: 'in the digest' },
  { channel: 'push', title: 'On your devices', label: 'on your devices' },
];

const kinds: { kind: DeliveryKind; label: string; note: string }[] = [
  { kind: 'answer', label: 'An answer to a question of yours', note: 'One mail for each question until you are back.' },
  { kind: 'comment', label: 'A comment on a post of yours', note: 'One mail for each question until you are back.' },
  { kind: 'mention', label: 'A text that names you', note: 'One mail for each question or chat until you are back.' },
  {
    kind: 'watched',
    label: 'Something new in what you watch',
    note: 'All of it together, every 15 minutes at most.',
  },
  { kind: 'reminder', label: 'A reminder of yours that is due', note: 'All that are due together.' },
];

const digests: { kind: DeliveryKind | null; label: string; note: string }[] = [
  { kind: null, label: 'No digest', note: '' },
  { kind: 'dailyDigest', label: 'Every day', note: 'In the morning at 8.' },
  { kind: 'weeklyDigest', label: 'Every week', note: 'On Monday morning at 8.' },
];

/** The kinds of news whose mails have a text of another user. */
const kindsWithText: DeliveryKind[] = ['answer', 'comment', 'mention'];

/** The choices that put whole texts into mails. */
const wholeTexts: DeliveryChoice[] = kindsWithText.map((kind) => ({ channel: 'fullText', kind }));

/** The IANA name of this browser's time zone. */
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The page where the viewer chooses what they are told outside of the site, how and when. */
export default function DeliverySettingsPage() {
  usePageTitle('Notifications');
  const { mail, push } = site.features;
  const offered = channels.filter(({ channel }) => (channel === 'push' ? push : mail));
  const { data, error, mutate } = useSWR<DeliveryPreferences, unknown>(deliveryPreferencesKey, fetchKey, {
    revalidateOnFocus: true,
  });
  const { busy, error: failure, run } = useAction('Error while changing the settings');
  const change = async (call: () => Promise<DeliveryPreferences>, expected?: DeliveryPreferences) => {
    const options = { revalidate: false, ...(expected && { optimisticData: expected }) };
    if (await run(() => mutate(call(), options))) announce('Saved.');
  };
  const choose = (preferences: DeliveryPreferences, choice: DeliveryChoice, wanted: boolean) => {
    const others = preferences.choices.filter((other) => !isSame(other, choice));
    const expected = { ...preferences, choices: wanted ? [...others, choice] : others };
    return change(() => chooseDelivery(choice, wanted), expected);
  };
  const chooseDigest = (preferences: DeliveryPreferences, kind: DeliveryKind | null) => {
    const others = preferences.choices.filter((choice) => !isDigest(choice));
    const expected = { ...preferences, choices: kind ? [...others, { channel: 'mail' as const, kind }] : others };
    return change(async () => {
      if (kind === null) return chooseAll(preferences, chosenDigests(preferences), false);
      // Its morning is that of the viewer.
      await setDeliveryTimes({ ...timesOf(preferences), timeZone: browserZone() });
      return chooseDelivery({ channel: 'mail', kind }, true);
    }, expected);
  };
  const chooseWholeTexts = (preferences: DeliveryPreferences, wanted: boolean) => {
    const others = preferences.choices.filter(({ channel }) => channel !== 'fullText');
    const expected = { ...preferences, choices: wanted ? [...others, ...wholeTexts] : others };
    return change(() => chooseAll(preferences, wholeTexts, wanted), expected);
  };
  return (
    <div className={styles.page}>
      <PageHeader title="Notifications" />
      {mail && <AddressNote />}
      {!data && (error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={5} />)}
      {data && (
        <>
          <Section title="What, and how">
            <table className={styles.matrix}>
              <thead>
                <tr>
                  <th scope="col">What</th>
                  <th scope="col">On the site</th>
                  {offered.map(({ channel, title }) => (
                    <th key={channel} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {kinds.map(({ kind, label, note }) => (
                  <tr key={kind}>
                    <th scope="row">
                      {label}
                      <span className={styles.note}>{note}</span>
                    </th>
                    <td>Always</td>
                    {offered.map(({ channel, label: how }) => (
                      <td key={channel}>
                        <label>
                          <input
                            className="form-check-input"
                            type="checkbox"
                            aria-label={`${label}, ${how}`}
                            checked={has(data, { channel, kind })}
                            disabled={channel === 'digest' && !hasDigest(data)}
                            aria-disabled={busy}
                            onChange={(event) => void choose(data, { channel, kind }, event.target.checked)}
                          />
                        </label>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <p className={styles.note}>
              What you have seen on the site meanwhile is not sent.
              {mail &&
                ' You get at most 50 of these mails in a day. Mails about your password, your address and your login are always sent, at once.'}
            </p>
            {mail && (
              <label className="form-check">
                <input
                  className="form-check-input"
                  type="checkbox"
                  checked={wholeTexts.every((choice) => has(data, choice))}
                  aria-disabled={busy}
                  onChange={(event) => void chooseWholeTexts(data, event.target.checked)}
                />
                Whole texts in mails
                <span className={styles.note}>
                  Otherwise a mail has the title and the first words, and nothing of a text in a private community or a
                  chat. Every mail server on the way can read a mail.
                </span>
              </label>
            )}
          </Section>
          {mail && (
            <Section title="Digest">
              <p className={styles.note}>
                One mail with what you have missed, and with new questions that you could answer. Without anything to
                say, no mail. It pauses after 90 days without a visit.
              </p>
              {digests.map(({ kind, label, note }) => (
                <label key={label} className="form-check">
                  <input
                    className="form-check-input"
                    type="radio"
                    name="digest"
                    checked={kind === null ? !hasDigest(data) : has(data, { channel: 'mail', kind })}
                    aria-disabled={busy}
                    onChange={() => void chooseDigest(data, kind)}
                  />
                  {label} {note && <span className={styles.note}>{note}</span>}
                </label>
              ))}
            </Section>
          )}
          <Section title="Quiet hours">
            <QuietHours
              key={`${data.quietFrom} ${data.quietTo}`}
              preferences={data}
              busy={busy}
              zone={browserZone()}
              save={(times) => void change(() => setDeliveryTimes(times))}
            />
          </Section>
        </>
      )}
      <InlineError error={failure} />
    </div>
  );
}

const isSame = (one: DeliveryChoice, other: DeliveryChoice) => one.channel === other.channel && one.kind === other.kind;

const has = ({ choices }: DeliveryPreferences, choice: DeliveryChoice) =>
  choices.some((other) => isSame(other, choice));

const isDigest = ({ kind }: DeliveryChoice) => kind === 'dailyDigest' || kind === 'weeklyDigest';

const chosenDigests = ({ choices }: DeliveryPreferences) => choices.filter(isDigest);

const hasDigest = (preferences: DeliveryPreferences) => chosenDigests(preferences).length > 0;

/** Makes choices, or ends them, one after the other. */
async function chooseAll(preferences: DeliveryPreferences, choices: DeliveryChoice[], wanted: boolean) {
  let left = preferences;
  for (const choice of choices) left = await chooseDelivery(choice, wanted);
  return left;
}

const timesOf = ({ timeZone, quietFrom, quietTo }: DeliveryPreferences): DeliveryTimes => ({
  timeZone,
  ...(quietFrom !== undefined && quietTo !== undefined && { quietFrom, quietTo }),
});

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Says why mails would not arrive, with the way to change that. */
function AddressNote() {
  const { data } = useSWR<MailSettings, unknown>(mailSettingsKey, fetchKey);
  if (!data || (data.address !== undefined && !data.isRefused)) return null;
  return (
    <p role="status" className={styles.warning}>
      {data.isRefused ? (
        <Fragment>
          Your mail server refuses mails to <bdi>{data.address}</bdi>. No mail is sent until you{' '}
        </Fragment>
      ) : (
        'No mail is sent until you '
      )}
      <Link to={routes.settings.to('account')}>
        {data.isRefused ? 'confirm your address again' : 'confirm an e-mail address'}
      </Link>
      .
    </p>
  );
}

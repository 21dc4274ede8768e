import type { ReactNode } from 'react';
import useSWR from 'swr';
import type { Setting, SettingKey, SettingValue } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { RelativeTime } from '../../components/RelativeTime';
import { Skeleton } from '../../components/Skeleton';
import { fetchKey } from '../../lib/cacheKeys';
import styles from './Administration.module.css';
import { AnnouncementForm } from './AnnouncementForm';
import { changeSetting } from './api';
import { FirstSteps } from './FirstSteps';
import { settingsKey } from './keys';
import { ListSetting } from './ListSetting';
import { LogoSetting } from './LogoSetting';
import { MailSetting } from './MailSetting';
import { NumberSetting } from './NumberSetting';
import { ReadingSetting } from './ReadingSetting';
import { HoldFirstSelect, SignupSelect, Switch, TextSetting, TitleForm } from './settingForms';
import { settingNames } from './settingNames';
import type { SettingProps } from './useSave';

const texts: SettingKey[] = ['welcome', 'rules', 'terms', 'privacy', 'contact'];

/** The limits of uploads and mails. */
const limits: SettingKey[] = [
  'picturesPerMemberMb',
  'picturesPerDay',
  'picturesPerDayMb',
  'picturesSiteMb',
  'mailsPerMinute',
];

const hints: Partial<Record<SettingKey, string>> = {
  voice: 'Members control the site by voice commands.',
  games: 'Games and their leaderboard.',
  chat: 'The global chat and direct messages.',
  visitorReports: 'People without an account report illegal content, on a page that the login page links to.',
  limitNew:
    'Members of trust level 0 use at most 2 links, 1 picture and 2 mentions in a text, send no direct messages, and post 3 questions and 10 answers on their first day. A site with fewer than 50 members has none.',
  holdSpam: 'Texts of members of trust level 0 that look like spam wait for approval.',
  blockedWords: 'Texts with one of these words or phrases wait for approval.',
  blockedDomains: 'Texts with one of these domains, or one below it, wait for approval.',
  blockedNetworks:
    'Texts from these addresses and networks, such as 192.0.2.0/24, wait for approval, and nobody signs up from there.',
  hideReported:
    'Reports of three members or more hide a post until a moderator decides. Reports of members who were often wrong weigh less.',
  reputation: 'A number on profiles, from votes and accepted answers. It gives no rights.',
  badges: 'Five badges for first acts that help others.',
  publicLog: 'Members read what moderators did in the last 90 days, without names and reasons.',
  rules: 'Markdown.',
  terms: 'Markdown.',
  privacy: 'Markdown.',
  contact: 'Markdown.',
  welcome: 'Markdown, on the login and sign-up pages.',
  signupProof:
    'The browser solves a task before a sign-up, about a second on a phone. That makes thousands of sign-ups costly.',
  waveGuard:
    'While many more people sign up than usual, or many from one network, sign-ups need approval and a proof of work. It ends by itself after a calm hour.',
  pictures: 'Members upload pictures. Those that are there stay.',
  picturesPerMemberMb: 'The largest size of all pictures of a member.',
  picturesPerDay: 'Files, those that were no pictures included. A day is one of UTC.',
  picturesPerDayMb: 'The largest size of all files of a day.',
  picturesSiteMb: 'The largest size of all pictures. Uploads also end when the disk is nearly full.',
  mailsPerMinute: 'Mails to all users together. Others wait.',
};

/** Changes the settings of the site. They apply at once. */
export function SiteSettings() {
  const { data, error, mutate } = useSWR<Setting[], unknown>(settingsKey, fetchKey);
  if (!data) return error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={4} />;
  const of = (key: SettingKey) => data.find((setting) => setting.key === key) as Setting;
  const save = async (setting: Setting, value: SettingValue | null) =>
    void (await mutate(await changeSetting(setting, value), { revalidate: false }));
  const item = (key: SettingKey, Form: (props: SettingProps & { hint: string }) => ReactNode) => (
    <div key={key} className="mb-3">
      <Form setting={of(key)} hint={hints[key] ?? ''} save={save} />
      <Origin setting={of(key)} />
    </div>
  );
  return (
    <div className={styles.settings}>
      <p className="muted">Changes apply at once, without a restart. The log records each of them.</p>
      {of('firstSteps').value === true && <FirstSteps setting={of('firstSteps')} of={of} save={save} />}
      <section aria-labelledby="announcement-heading" className="mb-4">
        <h2 id="announcement-heading">Announcement</h2>
        <AnnouncementForm
          key={`${JSON.stringify(of('announcement').value)}`}
          setting={of('announcement')}
          save={save}
        />
        <Origin setting={of('announcement')} />
      </section>
      <section aria-labelledby="general-heading" className="mb-4">
        <h2 id="general-heading">General</h2>
        <div className="mb-3">
          <TitleForm key={`${of('title').value}`} setting={of('title')} save={save} />
          <Origin setting={of('title')} />
        </div>
        {item('logo', LogoSetting)}
        {item('signup', SignupSelect)}
        {item('reading', ReadingSetting)}
        {(['signupProof', 'waveGuard'] as const).map((key) => item(key, Switch))}
      </section>
      <section aria-labelledby="features-heading" className="mb-4">
        <h2 id="features-heading">Features</h2>
        {(['voice', 'games', 'chat', 'reputation', 'badges', 'publicLog', 'visitorReports'] as const).map((key) =>
          item(key, Switch),
        )}
      </section>
      <section aria-labelledby="moderation-heading" className="mb-4">
        <h2 id="moderation-heading">Moderation</h2>
        {item('holdFirst', HoldFirstSelect)}
        {item('hideReported', Switch)}
      </section>
      <section aria-labelledby="new-members-heading" className="mb-4">
        <h2 id="new-members-heading">New members and spam</h2>
        {(['limitNew', 'holdSpam'] as const).map((key) => item(key, Switch))}
        {(['blockedWords', 'blockedDomains', 'blockedNetworks'] as const).map((key) => item(key, ListSetting))}
      </section>
      <section aria-labelledby="limits-heading" className="mb-4">
        <h2 id="limits-heading">Limits</h2>
        {item('pictures', Switch)}
        {limits.map((key) => (
          <div key={key} className="mb-3">
            <NumberSetting key={`${of(key).value}`} setting={of(key)} hint={hints[key] ?? ''} save={save} />
            <Origin setting={of(key)} />
          </div>
        ))}
      </section>
      <section aria-labelledby="mail-heading" className="mb-4">
        <h2 id="mail-heading">Mail</h2>
        <MailSetting setting={of('mail')} onSaved={(settings) => mutate(settings, { revalidate: false })} />
        <Origin setting={of('mail')} />
      </section>
      <section aria-labelledby="texts-heading">
        <h2 id="texts-heading">Texts</h2>
        <p className="muted">
          A page with a text is linked from the login page and the navigation, and visitors can read it.
        </p>
        {texts.map((key) => item(key, TextSetting))}
      </section>
    </div>
  );
}

/** Says where the value comes from. */
function Origin({ setting: { key, fixedBy, changedAt, changedBy } }: { setting: Setting }) {
  if (fixedBy)
    return (
      <p className="form-text mb-0">
        {settingNames[key]} is set in the configuration of the server ({fixedBy}), so it cannot be changed here.
      </p>
    );
  if (!changedAt) return null;
  return (
    <p className="form-text mb-0">
      Set by <bdi>{changedBy}</bdi> <RelativeTime time={changedAt} />
    </p>
  );
}

import { type ReactNode, useState } from 'react';
import useSWR from 'swr';
import type { Setting, SettingKey, SettingValue } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { RelativeTime } from '../../components/RelativeTime';
import { Skeleton } from '../../components/Skeleton';
import { fetchKey } from '../../lib/cacheKeys';
import styles from './Administration.module.css';
import { AnnouncementForm } from './AnnouncementForm';
import { changeSetting } from './api';
import { CoverSetting } from './CoverSetting';
import { FirstSteps } from './FirstSteps';
import { settingsKey, stepFactsKey } from './keys';
import { ListSetting } from './ListSetting';
import { LogoSetting } from './LogoSetting';
import { MailSetting } from './MailSetting';
import { NumberSetting } from './NumberSetting';
import { ReadingSetting } from './ReadingSetting';
import {
  ColorSetting,
  DensitySetting,
  HoldFirstSelect,
  SignupSelect,
  Switch,
  TextSetting,
  ThemeSetting,
  TitleForm,
} from './settingForms';
import { settingNames } from './settingNames';
import { fetchStepFacts } from './steps';
import type { SettingProps } from './useSave';

const hints: Partial<Record<SettingKey, string>> = {
  accent:
    'Of links, selections and buttons in the themes light and dark, made lighter or darker until texts can be read. Pages show it when they are loaded again.',
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
  pictures: 'Members upload pictures. Existing pictures stay.',
  picturesPerMemberMb: 'The largest size of all pictures of a member.',
  picturesPerDay: 'Files, those that were no pictures included. Days are counted in UTC.',
  picturesPerDayMb: 'The largest size of all files of a day.',
  picturesSiteMb: 'The largest size of all pictures. Uploads also end when the disk is nearly full.',
  mailsPerMinute: 'Mails to all users together. Further mails are queued.',
};

type Form = (props: SettingProps & { hint: string }) => ReactNode;

/** A setting whose form begins again when it is changed elsewhere. */
const keyed = (Form: Form): Form =>
  function Keyed(props) {
    return <Form key={JSON.stringify(props.setting.value)} {...props} />;
  };

type Section = { id: string; title: string; note?: string; forms: [SettingKey, Form][] };

const all = (Form: Form, ...keys: SettingKey[]): [SettingKey, Form][] => keys.map((key) => [key, Form]);

const number = keyed(NumberSetting);

/** The settings in their order. That of the mail server has a call of its own. */
const sections: Section[] = [
  { id: 'announcement', title: 'Announcement', forms: all(keyed(AnnouncementForm), 'announcement') },
  {
    id: 'general',
    title: 'General',
    forms: [
      ['title', keyed(TitleForm)],
      ['logo', LogoSetting],
      ['cover', CoverSetting],
      ['accent', keyed(ColorSetting)],
      ['defaultTheme', ThemeSetting],
      ['defaultDensity', DensitySetting],
      ['signup', SignupSelect],
      ['reading', ReadingSetting],
      ...all(Switch, 'signupProof', 'waveGuard'),
    ],
  },
  {
    id: 'features',
    title: 'Features',
    forms: all(Switch, 'voice', 'games', 'chat', 'reputation', 'badges', 'publicLog', 'visitorReports'),
  },
  { id: 'moderation', title: 'Moderation', forms: [['holdFirst', HoldFirstSelect], ...all(Switch, 'hideReported')] },
  {
    id: 'new-members',
    title: 'New members and spam',
    forms: [
      ...all(Switch, 'limitNew', 'holdSpam'),
      ...all(ListSetting, 'blockedWords', 'blockedDomains', 'blockedNetworks'),
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    forms: [
      ...all(Switch, 'pictures'),
      ...all(number, 'picturesPerMemberMb', 'picturesPerDay', 'picturesPerDayMb', 'picturesSiteMb', 'mailsPerMinute'),
    ],
  },
  { id: 'mail', title: 'Mail', forms: all(() => null, 'mail') },
  {
    id: 'texts',
    title: 'Texts',
    note: 'A page with a text is linked from the login page and the navigation, and visitors can read it.',
    forms: all(TextSetting, 'welcome', 'rules', 'terms', 'privacy', 'contact'),
  },
];

/** Returns the sections with those of their settings that a search finds, in their names, hints or titles. */
function found(search: string): Section[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (title: string, key: SettingKey) => {
    const text = `${title} ${settingNames[key]} ${hints[key] ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const parts = sections.map((section) => ({
    ...section,
    forms: section.forms.filter(([key]) => matches(section.title, key)),
  }));
  return parts.filter(({ forms }) => forms.length > 0);
}

/** Changes the settings of the site. They apply at once. */
export function SiteSettings() {
  const { data, error, mutate } = useSWR<Setting[], unknown>(settingsKey, fetchKey);
  const [search, setSearch] = useState('');
  if (!data) return error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={4} />;
  const of = (key: SettingKey) => data.find((setting) => setting.key === key) as Setting;
  const save = async (setting: Setting, value: SettingValue | null) =>
    void (await mutate(await changeSetting(setting, value), { revalidate: false }));
  const shown = found(search);
  return (
    <div className={styles.settingsPage}>
      <nav aria-label="Contents of the settings" className={styles.contents}>
        <input
          type="search"
          className="form-control form-control-sm"
          aria-label="Search settings"
          placeholder="Search settings"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {shown.map(({ id, title }) => (
          <a key={id} href={`#${id}-heading`}>
            {title}
          </a>
        ))}
      </nav>
      <div className={styles.settings}>
        <p className="muted">
          A change is saved when you make it, a text when you press its button. It applies without a restart, and the
          log records it.
        </p>
        {of('firstSteps').value === true && !search && <NewSiteSteps setting={of('firstSteps')} of={of} save={save} />}
        <p role="status" className="muted">
          {shown.length === 0 && 'No setting has these words.'}
        </p>
        {shown.map(({ id, title, note, forms }) => (
          <section key={id} aria-labelledby={`${id}-heading`} className="mb-4">
            <h2 id={`${id}-heading`}>{title}</h2>
            {note && <p className="muted">{note}</p>}
            {forms.map(([key, Form]) => (
              <div key={key} className="mb-3">
                {key === 'mail' ? (
                  <MailSetting setting={of(key)} onSaved={(settings) => mutate(settings, { revalidate: false })} />
                ) : (
                  <Form setting={of(key)} hint={hints[key] ?? ''} save={save} />
                )}
                <Origin setting={of(key)} />
              </div>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

/** Lists what a new site needs. */
function NewSiteSteps(props: SettingProps & { of: (key: SettingKey) => Setting }) {
  const { data = {} } = useSWR(stepFactsKey, fetchStepFacts);
  return <FirstSteps {...props} facts={data} />;
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

import { use } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { firstReply } from '../../api/firstData';
import type { Setting, SettingKey, SettingValue } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { changeSetting } from './api';
import { FirstSteps } from './FirstSteps';
import { settingsKey, stepsKey } from './keys';
import { fetchStepFacts, firstStepFacts, type StepFacts } from './steps';

/** The settings, and what tells which steps are done; without the settings if they could not be fetched. */
type Steps = { settings?: Setting[]; facts: StepFacts };

const isShown = (settings: Setting[]) => settings.some(({ key, value }) => key === 'firstSteps' && value === true);

/** Fetches what the panel shows. Never rejects: without it, the page has no panel. */
async function fetchSteps(): Promise<Steps> {
  const settings = await fetchKey<Setting[]>(settingsKey).catch(() => []);
  return isShown(settings) ? { settings, facts: await fetchStepFacts() } : { facts: {} };
}

function firstSteps(): Steps | undefined {
  const settings = firstReply(settingsKey.path) as Setting[] | undefined;
  const facts = firstStepFacts();
  return settings && facts && { settings, facts };
}

/** How long the page waits, in milliseconds. What comes later appears in it. */
const patienceMs = 1_000;

const nothing = () => new Promise<Steps>((resolve) => setTimeout(() => resolve({ facts: {} }), patienceMs));

/** What each cache of the browser's tab had first, or will have. */
const firsts = new WeakMap<object, Steps | Promise<Steps>>();

/** Returns what the panel shows first. The page waits for it. */
function useFirstSteps(): Steps {
  const { cache } = useSWRConfig();
  const first = firsts.get(cache) ?? firstSteps() ?? Promise.race([fetchSteps(), nothing()]);
  firsts.set(cache, first);
  return first instanceof Promise ? use(first) : first;
}

/**
 * Shows administrators on the home page what the site still needs, until it is done or dismissed. The page waits for what it
 * shows, so that nothing moves down when it comes.
 */
export default function SetUpPanel() {
  const fallbackData = useFirstSteps();
  const { data, mutate } = useSWR(stepsKey, fetchSteps, { fallbackData });
  const { settings, facts } = data;
  if (!settings || !isShown(settings)) return null;
  const of = (key: SettingKey) => settings.find((setting) => setting.key === key) as Setting;
  const save = async (setting: Setting, value: SettingValue | null) =>
    void (await mutate({ settings: await changeSetting(setting, value), facts }, { revalidate: false }));
  return <FirstSteps setting={of('firstSteps')} of={of} facts={facts} save={save} isBrief />;
}

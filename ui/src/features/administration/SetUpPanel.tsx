import useSWR from 'swr';
import type { Setting, SettingKey, SettingValue } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { changeSetting } from './api';
import { FirstSteps } from './FirstSteps';
import { settingsKey } from './keys';

/** Shows administrators on the home page what the site still needs, until it is done or dismissed. */
export default function SetUpPanel() {
  const { data, mutate } = useSWR<Setting[], unknown>(settingsKey, fetchKey);
  const of = (key: SettingKey) => data?.find((setting) => setting.key === key) as Setting;
  if (!data || of('firstSteps')?.value !== true) return null;
  const save = async (setting: Setting, value: SettingValue | null) =>
    void (await mutate(await changeSetting(setting, value), { revalidate: false }));
  return <FirstSteps setting={of('firstSteps')} of={of} save={save} isBrief />;
}

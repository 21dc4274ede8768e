import type { Setting, SettingValue } from '../../api/generated';
import { announce } from '../../lib/announce';
import { useAction } from '../../lib/useAction';
import { settingNames } from './settingNames';

/** Stores a value; null: the default. */
export type Save = (setting: Setting, value: SettingValue | null) => Promise<void>;

export type SettingProps = { setting: Setting; save: Save };

/** Saves a setting and tells screen readers that it is saved. */
export function useSave({ setting, save }: SettingProps) {
  const name = settingNames[setting.key];
  const { run, ...action } = useAction('Error while saving the setting');
  const store = async (value: SettingValue | null) => {
    const isSaved = await run(() => save(setting, value));
    if (isSaved) announce(`Saved: ${name}`);
    return isSaved;
  };
  return { ...action, name, isFixed: setting.fixedBy !== undefined, store };
}

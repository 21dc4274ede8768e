import { patch } from '../../api/client';
import type { Preferences } from '../../api/generated';
import { firstSteps } from '../../lib/firstSteps';
import type { BooleanPreference } from '../../lib/preference';
import { colorBlindMode, textSize, theme } from './appearance';
import { shortcutKeys, voiceMode } from './navigation';
import { notifications } from './notifications';

type Kept<Value> = {
  adopt: (value: Value) => void;
  onChosen: (listener: (value: Value) => void) => () => void;
};

/** Stores a preference that is on or off in the account as a truth value. */
const flag = ({ adopt, onChosen }: BooleanPreference): Kept<boolean> => ({
  adopt: (isOn) => adopt(isOn ? 'true' : 'false'),
  onChosen: (listener) => onChosen((value) => listener(value === 'true')),
});

/** The preferences that the account keeps, by their names there. */
const kept: { [Name in keyof Required<Preferences>]: Kept<Required<Preferences>[Name]> } = {
  theme,
  textSize,
  colorBlindMode: flag(colorBlindMode),
  notifications: flag(notifications),
  voice: voiceMode,
  shortcuts: flag(shortcutKeys),
  firstSteps: flag(firstSteps),
};

const names = Object.keys(kept) as (keyof Preferences)[];

/** The number of changes that are being saved. */
let pending = 0;
let saving: Promise<unknown> = Promise.resolve();
let error: string | null = null;
const listeners = new Set<() => void>();

/** Returns why this account does not have the last change, if it could not be saved. */
export const savingError = () => error;

/** Calls the listener when that changes, until the returned function is called. */
export function onSavingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows what the account has chosen. A change that is being saved is newer. */
export function adoptPreferences(chosen: Preferences | undefined): void {
  if (!chosen || pending) return;
  const adopt = <Name extends keyof Preferences>(name: Name) => {
    const value = chosen[name];
    if (value !== undefined) kept[name].adopt(value as Required<Preferences>[Name]);
  };
  names.forEach(adopt);
}

/** Saves one change after the others, so that the last one stays. */
function save(change: Preferences): void {
  pending += 1;
  const call = () => patch<Preferences>('/user/setPreferences', change, 'Error while saving the preferences');
  saving = saving.then(call).then(
    () => tell(null),
    () =>
      tell(
        'Your account could not be reached. This choice applies to this browser only, until the page is loaded again.',
      ),
  );
}

function tell(problem: string | null): void {
  pending -= 1;
  error = problem;
  for (const listener of listeners) listener();
}

/** Saves in the account what the user chooses in this tab, until the returned function is called. */
export function keepInAccount(): () => void {
  const stops = names.map((name) => kept[name].onChosen((value) => save({ [name]: value })));
  return () => stops.forEach((stop) => void stop());
}

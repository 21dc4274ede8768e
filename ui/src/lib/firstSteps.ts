import { booleanPreference } from './preference';

/** Whether the home page shows a newcomer's first steps. */
export const firstSteps = booleanPreference('stoa.firstSteps', true);

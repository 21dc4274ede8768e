import { createContext } from 'react';

/** Returns the names of the participants of the thread around a text area. They are completed first. */
export const Participants = createContext<() => string[]>(() => []);

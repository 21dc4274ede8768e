import { useCallback, useEffect, useRef, useState } from 'react';
import { emit, joinRoom } from '../../api/socket';
import type { Room } from './api';
import { type PresenceListener, setPresenceListener } from './presenceEvents';

/** The time between two reports that the viewer is writing, in milliseconds. */
const reportIntervalMs = 3_000;

/** The time after which a user of whom nothing is heard no longer writes, in milliseconds. */
const typingMs = 5_000;

const nobody: { usernames: string[]; count: number } = { usernames: [], count: 0 };

type Presence = {
  /** Some of the users who have the room open, the viewer perhaps too. */
  usernames: string[];
  /** How many have it open. */
  count: number;
  /** Who is writing. */
  typing: string[];
  /** Reports that the viewer is writing. */
  reportTyping: () => void;
};

/** Enters a room, and returns who else is there. `lastAuthor` has sent `lastMessage`, so they no longer write it. */
export function usePresence(room: Room, lastMessage: string | undefined, lastAuthor: string | undefined): Presence {
  const { key } = room;
  const [present, setPresent] = useState(nobody);
  const [typing, setTyping] = useState<string[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const stop = useCallback((name: string) => {
    clearTimeout(timers.current.get(name));
    if (timers.current.delete(name)) setTyping([...timers.current.keys()]);
  }, []);
  useEffect(() => {
    const known = timers.current;
    const listener: PresenceListener = {
      key,
      present: (usernames, count) => setPresent({ usernames, count }),
      typing: (name) => {
        clearTimeout(known.get(name));
        known.set(
          name,
          setTimeout(() => stop(name), typingMs),
        );
        setTyping([...known.keys()]);
      },
    };
    const stopListening = setPresenceListener(listener);
    const forgetTyping = () => {
      for (const timer of known.values()) clearTimeout(timer);
      known.clear();
    };
    const onLost = () => {
      setPresent(nobody);
      forgetTyping();
      setTyping([]);
    };
    const leave = joinRoom(key, { enter: 'joinChat', leave: 'leaveChat' }, undefined, onLost);
    return () => {
      leave();
      stopListening();
      forgetTyping();
    };
  }, [key, stop]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every message
  useEffect(() => {
    if (lastAuthor) stop(lastAuthor);
  }, [lastMessage, lastAuthor, stop]);
  const reported = useRef(-reportIntervalMs);
  const reportTyping = useCallback(() => {
    if (performance.now() - reported.current < reportIntervalMs) return;
    reported.current = performance.now();
    emit('typing', key);
  }, [key]);
  return { ...present, typing, reportTyping };
}

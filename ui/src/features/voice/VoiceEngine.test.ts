// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Recognition, RecognitionEvent } from './recognition';
import { VoiceEngine } from './VoiceEngine';

/**
 * A fake speech recognizer. The test controls it, with the browser's behavior where the test does
 * not.
 */
class Fake implements Recognition {
  static all: Fake[] = [];
  static get last(): Fake {
    const last = Fake.all.at(-1);
    if (!last) throw new Error('Nothing was started.');
    return last;
  }

  lang = '';
  continuous = false;
  interimResults = false;
  onstart: Recognition['onstart'] = null;
  onend: Recognition['onend'] = null;
  onerror: Recognition['onerror'] = null;
  onresult: Recognition['onresult'] = null;
  state: 'new' | 'starting' | 'open' | 'ended' = 'new';
  aborted = false;
  private readonly results: RecognitionEvent['results'][number][] = [];

  constructor() {
    Fake.all.push(this);
  }

  start() {
    if (this.state !== 'new') throw new DOMException('It runs already', 'InvalidStateError');
    this.state = 'starting';
  }

  /** Whether the user allows the microphone, now or earlier. */
  open() {
    this.state = 'open';
    this.onstart?.();
  }

  say(transcript: string, { isFinal = true, confidence = 0.9 } = {}) {
    const isFirst = this.results.at(-1)?.isFinal ?? true;
    const resultIndex = isFirst ? this.results.length : this.results.length - 1;
    this.results[resultIndex] = { isFinal, 0: { transcript, confidence } };
    this.onresult?.({ resultIndex, results: this.results });
  }

  fail(error: string) {
    this.onerror?.({ error });
    this.end();
  }

  end() {
    this.state = 'ended';
    this.onend?.();
  }

  abort() {
    this.aborted = true;
    // The browser reports later.
    setTimeout(() => this.state !== 'ended' && this.fail('aborted'));
  }
}

let heard: string[];
let permissions: boolean[];

function newEngine({ isAndroid = false, onPhrase = (phrase: string): void => void heard.push(phrase) } = {}) {
  return new VoiceEngine(Fake, { onPhrase, onPermission: (isGranted) => void permissions.push(isGranted), isAndroid });
}

beforeEach(() => {
  [Fake.all, heard, permissions] = [[], [], []];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Longer than a failed session. */
const aWhile = () => vi.advanceTimersByTime(5000);

describe('a session', () => {
  it('is continuous, and reports interim text and each phrase once', () => {
    const engine = newEngine();
    expect(engine.getState()).toEqual({ listening: false, transcript: '', problem: null });
    engine.start();
    expect(Fake.last).toMatchObject({ continuous: true, interimResults: true, lang: 'en-US', state: 'starting' });
    expect(engine.getState().listening, 'not before the browser does').toBe(false);
    Fake.last.open();
    expect(engine.getState().listening).toBe(true);
    expect(permissions).toEqual([true]);
    Fake.last.say('go to', { isFinal: false });
    expect(engine.getState().transcript).toBe('go to');
    Fake.last.say(' go to tags', { isFinal: false });
    expect(heard).toEqual([]);
    Fake.last.say(' go to tags ');
    expect(engine.getState().transcript).toBe('go to tags');
    Fake.last.say('tags');
    Fake.last.say('tags');
    expect(heard).toEqual(['go to tags', 'tags', 'tags']);
  });

  it('reports two phrases of one event, and the interim text after them', () => {
    const engine = newEngine();
    engine.start();
    Fake.last.open();
    const results = ['users', 'go back', 'ta'].map((transcript, index) => ({
      isFinal: index < 2,
      0: { transcript, confidence: 0.9 },
    }));
    Fake.last.onresult?.({ resultIndex: 0, results });
    expect(heard).toEqual(['users', 'go back']);
    expect(engine.getState().transcript).toBe('ta');
  });

  it('runs one session at a time, however often it is started', () => {
    const engine = newEngine();
    engine.start();
    engine.start();
    engine.resume();
    Fake.last.open();
    engine.start();
    expect(Fake.all).toHaveLength(1);
  });

  it('notifies its listeners until they unsubscribe', () => {
    const engine = newEngine();
    const listener = vi.fn();
    const forget = engine.subscribe(listener);
    engine.start();
    Fake.last.open();
    expect(listener).toHaveBeenCalledTimes(1);
    forget();
    engine.stop();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('when a session ends by itself', () => {
  it('the next one starts immediately, without a flickering status', () => {
    const engine = newEngine();
    engine.start();
    Fake.last.open();
    const states: boolean[] = [];
    engine.subscribe(() => states.push(engine.getState().listening));
    Fake.last.say('tags');
    Fake.last.end();
    expect(Fake.all).toHaveLength(2);
    Fake.last.open();
    Fake.last.say('users');
    aWhile();
    Fake.last.fail('no-speech');
    expect(Fake.all).toHaveLength(3);
    Fake.last.open();
    expect(states).not.toContain(false);
    expect(heard).toEqual(['tags', 'users']);
  });

  it('a phrase that it cut off is reported', () => {
    const engine = newEngine();
    engine.start();
    Fake.last.open();
    Fake.last.say('go to games', { isFinal: false });
    Fake.last.end();
    expect(heard).toEqual(['go to games']);
    Fake.last.open();
    expect(engine.getState().listening).toBe(true);
  });

  it('its late events are ignored', () => {
    const engine = newEngine();
    engine.start();
    const old = Fake.last;
    old.open();
    old.say('tags');
    old.end();
    old.say('users');
    old.end();
    expect(heard).toEqual(['tags']);
    expect(Fake.all).toHaveLength(2);
    engine.stop();
  });

  it('silence is not a failure, however long', () => {
    const engine = newEngine();
    engine.start();
    for (let sessions = 0; sessions < 50; sessions += 1) {
      Fake.last.open();
      aWhile();
      Fake.last.fail('no-speech');
    }
    expect(Fake.all).toHaveLength(51);
    expect(engine.getState()).toMatchObject({ listening: true, problem: null });
  });
});

describe('a failure', () => {
  it.each([
    ['audio-capture', 'no microphone'],
    ['network', 'no service'],
    ['language-not-supported', 'failing'],
    [null, 'failing'],
  ])('(%s) is followed by ever longer pauses, and after five in a row by rest', (error, problem) => {
    const engine = newEngine();
    engine.start();
    for (const pause of [250, 500, 1000, 2000]) {
      const count = Fake.all.length;
      Fake.last.open();
      if (error) Fake.last.fail(error);
      else Fake.last.end();
      expect(engine.getState().listening).toBe(false);
      vi.advanceTimersByTime(pause - 1);
      expect(Fake.all).toHaveLength(count);
      vi.advanceTimersByTime(1);
      expect(Fake.all).toHaveLength(count + 1);
    }
    if (error) Fake.last.fail(error);
    else Fake.last.end();
    vi.advanceTimersByTime(3_600_000);
    expect(Fake.all).toHaveLength(5);
    expect(engine.getState()).toMatchObject({ listening: false, problem });
    engine.start();
    Fake.last.open();
    expect(engine.getState()).toMatchObject({ listening: true, problem: null });
  });

  it('is reset once a phrase was recognized', () => {
    const engine = newEngine();
    engine.start();
    for (let times = 0; times < 20; times += 1) {
      Fake.last.fail('network');
      vi.advanceTimersByTime(250);
      Fake.last.open();
      Fake.last.say('hello');
      Fake.last.end();
    }
    expect(engine.getState().problem).toBeNull();
    expect(heard).toHaveLength(20);
  });

  it('may be that it cannot even be started', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(Fake.prototype, 'start').mockImplementation(() => {
      throw new DOMException('No', 'InvalidStateError');
    });
    const engine = newEngine();
    engine.start();
    vi.advanceTimersByTime(60_000);
    expect(Fake.all).toHaveLength(5);
    expect(engine.getState()).toMatchObject({ listening: false, problem: 'failing' });
  });
});

describe('a denied microphone', () => {
  it.each(['not-allowed', 'service-not-allowed'])('(%s) is not asked for again, until it is started', (error) => {
    const engine = newEngine();
    engine.start();
    Fake.last.fail(error);
    expect(permissions).toEqual([false]);
    expect(engine.getState()).toMatchObject({ listening: false, problem: 'denied' });
    vi.advanceTimersByTime(3_600_000);
    engine.pause();
    engine.resume();
    expect(Fake.all).toHaveLength(1);
    engine.start();
    Fake.last.open();
    Fake.last.say('tags');
    expect(permissions).toEqual([false, true]);
    expect(engine.getState()).toMatchObject({ listening: true, problem: null });
    expect(heard).toEqual(['tags']);
  });

  it('may be one that was allowed before', () => {
    const engine = newEngine();
    engine.start();
    Fake.last.open();
    Fake.last.say('hello', { isFinal: false });
    Fake.last.fail('not-allowed');
    expect(Fake.all).toHaveLength(1);
    expect(engine.getState()).toMatchObject({ listening: false, problem: 'denied' });
  });
});

describe('a stop', () => {
  it('is permanent, and drops the current phrase', () => {
    const engine = newEngine();
    engine.start();
    const session = Fake.last;
    session.open();
    session.say('go to tags', { isFinal: false });
    engine.stop();
    expect(session.aborted).toBe(true);
    expect(engine.getState().listening).toBe(false);
    session.say('go to tags');
    vi.advanceTimersByTime(3_600_000);
    engine.pause();
    engine.resume();
    expect(Fake.all).toHaveLength(1);
    expect(heard).toEqual([]);
    engine.start();
    expect(Fake.all).toHaveLength(2);
  });

  it('holds during the pause after a failure too', () => {
    const engine = newEngine();
    engine.start();
    Fake.last.fail('network');
    engine.stop();
    vi.advanceTimersByTime(3_600_000);
    expect(Fake.all).toHaveLength(1);
  });

  it('may be a phrase: later ones are ignored', () => {
    const engine: VoiceEngine = newEngine({
      onPhrase: (phrase) => {
        heard.push(phrase);
        if (phrase === 'stop listening') engine.stop();
      },
    });
    engine.start();
    Fake.last.open();
    const results = ['stop listening', 'tags'].map((transcript) => ({
      isFinal: true,
      0: { transcript, confidence: 1 },
    }));
    Fake.last.onresult?.({ resultIndex: 0, results });
    expect(heard).toEqual(['stop listening']);
    aWhile();
    expect(Fake.all).toHaveLength(1);
    expect(engine.getState()).toMatchObject({ listening: false, transcript: 'stop listening' });
  });

  it('may be a phrase that a session’s end cut off', () => {
    const engine: VoiceEngine = newEngine({ onPhrase: () => engine.stop() });
    engine.start();
    Fake.last.open();
    Fake.last.say('stop listening', { isFinal: false });
    Fake.last.end();
    aWhile();
    expect(Fake.all).toHaveLength(1);
  });
});

describe('a pause', () => {
  it('lasts until it goes on', () => {
    const engine = newEngine();
    engine.start();
    Fake.last.open();
    engine.pause();
    expect(Fake.last.aborted).toBe(true);
    expect(engine.getState().listening).toBe(false);
    vi.advanceTimersByTime(3_600_000);
    engine.start();
    expect(Fake.all).toHaveLength(1);
    engine.resume();
    expect(Fake.all).toHaveLength(2);
    Fake.last.open();
    expect(engine.getState().listening).toBe(true);
  });

  it('forgets failures', () => {
    const engine = newEngine();
    engine.start();
    Fake.last.fail('network');
    engine.pause();
    vi.advanceTimersByTime(60_000);
    expect(Fake.all).toHaveLength(1);
    engine.resume();
    expect(Fake.all).toHaveLength(2);
  });

  it('before anything was started starts nothing when it goes on', () => {
    const engine = newEngine();
    engine.pause();
    engine.resume();
    expect(Fake.all).toHaveLength(0);
  });
});

it('resumes after another tab took the microphone, when the user returns', () => {
  const engine = newEngine();
  engine.start();
  Fake.last.open();
  Fake.last.fail('aborted');
  expect(engine.getState()).toMatchObject({ listening: false, problem: null });
  vi.advanceTimersByTime(3_600_000);
  expect(Fake.all).toHaveLength(1);
  engine.pause();
  engine.resume();
  Fake.last.open();
  expect(engine.getState().listening).toBe(true);
});

describe('on Android', () => {
  it('each phrase is a session; repetitions within 250 ms and uncertain results are dropped', () => {
    const engine = newEngine({ isAndroid: true });
    engine.start();
    expect(Fake.last.continuous).toBe(false);
    Fake.last.open();
    Fake.last.say('tags', { confidence: 0 });
    Fake.last.say('tags');
    vi.advanceTimersByTime(249);
    Fake.last.say('tags');
    expect(heard).toEqual(['tags']);
    vi.advanceTimersByTime(250);
    Fake.last.say('tags');
    Fake.last.say('users');
    expect(heard).toEqual(['tags', 'tags', 'users']);
    Fake.last.end();
    Fake.last.open();
    expect(engine.getState().listening).toBe(true);
  });
});

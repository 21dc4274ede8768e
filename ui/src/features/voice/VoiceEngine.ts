import type { Recognition, RecognitionClass, RecognitionEvent } from './recognition';

/** Why nothing is recognized. */
export type Problem = 'denied' | 'no microphone' | 'no service' | 'failing';

export type VoiceState = {
  listening: boolean;
  /** The current or last phrase. */
  transcript: string;
  problem: Problem | null;
};

type Options = {
  /** Runs after each complete phrase. */
  onPhrase: (phrase: string) => void;
  /** Runs when the user allows or denies the microphone. */
  onPermission: (isGranted: boolean) => void;
  /** Android's recognizer repeats results in continuous mode, and some of them in any mode. */
  isAndroid: boolean;
};

/** On Android, an equal phrase within this time is a repetition. In milliseconds. */
const repeatWindowMs = 250;
/** A session that is shorter than this and heard nothing has failed. In milliseconds. */
const minSessionMs = 1000;
/** The delay after a first failure, doubled after each further one. In milliseconds. */
const firstRetryDelayMs = 250;
/** The number of failures in a row that ends listening. */
const maxFailures = 5;

const problems: Record<string, Problem> = {
  'not-allowed': 'denied',
  'service-not-allowed': 'denied',
  'audio-capture': 'no microphone',
  network: 'no service',
};

/** One session of the browser's recognizer. */
type Session = {
  recognition: Recognition;
  startedAt: number;
  heard: boolean;
  unfinished: string;
  error: string | null;
};

/**
 * Listens continuously, although the browser's sessions end from time to time: a new one starts
 * immediately or, after a failure, with a delay. Listening ends when it is stopped, when the
 * browser takes the microphone away, when the user denies it, and after repeated failures.
 */
export class VoiceEngine {
  private state: VoiceState = { listening: false, transcript: '', problem: null };
  private readonly listeners = new Set<() => void>();
  private session: Session | null = null;
  private isEnabled = false;
  private isPaused = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = { phrase: '', at: Number.NEGATIVE_INFINITY };

  private readonly Recognition: RecognitionClass;
  private readonly options: Options;

  constructor(recognition: RecognitionClass, options: Options) {
    this.Recognition = recognition;
    this.options = options;
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly getState = () => this.state;

  /** Listens until it is stopped. */
  start() {
    this.isEnabled = true;
    this.restart();
  }

  /** Stops listening until the next start. An incomplete phrase is dropped. */
  stop() {
    this.isEnabled = false;
    this.abortSession();
  }

  /** Pauses listening. */
  pause() {
    this.isPaused = true;
    this.abortSession();
  }

  /** Resumes listening after a pause, if it was on before. */
  resume() {
    this.isPaused = false;
    this.restart();
  }

  private show(change: Partial<VoiceState>) {
    this.state = { ...this.state, ...change };
    for (const listener of [...this.listeners]) listener();
  }

  private restart() {
    this.failures = 0;
    clearTimeout(this.timer);
    this.begin();
  }

  private abortSession() {
    clearTimeout(this.timer);
    const { session } = this;
    // Later events of this session are ignored.
    this.session = null;
    session?.recognition.abort();
    this.show({ listening: false });
  }

  private begin() {
    if (!this.isEnabled || this.isPaused || this.session) return;
    const recognition = new this.Recognition();
    const session: Session = { recognition, startedAt: performance.now(), heard: false, unfinished: '', error: null };
    const isCurrent = () => this.session === session;
    recognition.lang = 'en-US';
    recognition.continuous = !this.options.isAndroid;
    recognition.interimResults = true;
    recognition.onstart = () => {
      if (!isCurrent()) return;
      session.startedAt = performance.now();
      this.options.onPermission(true);
      this.show({ listening: true, problem: null });
    };
    recognition.onresult = (event) => {
      for (const phrase of this.readPhrases(event, session)) if (isCurrent()) this.emitPhrase(phrase);
      if (isCurrent() && session.unfinished) this.show({ transcript: session.unfinished });
    };
    recognition.onerror = ({ error }) => {
      session.error = error;
    };
    recognition.onend = () => {
      if (isCurrent()) this.onSessionEnd(session);
    };
    this.session = session;
    try {
      recognition.start();
    } catch (error) {
      console.error(error);
      session.error = 'start';
      this.onSessionEnd(session);
    }
  }

  /** Returns the complete phrases of an event. */
  private readPhrases({ resultIndex, results }: RecognitionEvent, session: Session): string[] {
    const phrases: string[] = [];
    let unfinished = '';
    for (const { isFinal, 0: best } of Array.from(results).slice(resultIndex)) {
      const phrase = best.transcript.trim();
      if (!phrase) continue;
      session.heard = true;
      if (!isFinal) unfinished += ` ${phrase}`;
      else if (!this.options.isAndroid || (best.confidence > 0 && !this.isRepeated(phrase))) phrases.push(phrase);
    }
    session.unfinished = unfinished.trim();
    return phrases;
  }

  private isRepeated(phrase: string): boolean {
    const { last } = this;
    this.last = { phrase, at: performance.now() };
    return phrase === last.phrase && this.last.at - last.at < repeatWindowMs;
  }

  private emitPhrase(phrase: string) {
    this.show({ transcript: phrase });
    this.options.onPhrase(phrase);
  }

  private onSessionEnd(session: Session) {
    const { error, heard, unfinished, startedAt } = session;
    this.session = null;
    const problem = error ? (problems[error] ?? 'failing') : 'failing';
    if (error && problem === 'denied') {
      this.isEnabled = false;
      this.options.onPermission(false);
      this.show({ listening: false, problem });
      return;
    }
    // The end of the session cut the phrase off: it counts as complete.
    if (unfinished) this.emitPhrase(unfinished);
    // Another tab or application uses the microphone. Listening resumes when the user returns to
    // this tab.
    if (error === 'aborted') {
      this.show({ listening: false });
      return;
    }
    const hasFailed = error ? error !== 'no-speech' : false;
    const wasShort = !heard && performance.now() - startedAt < minSessionMs;
    this.failures = hasFailed || wasShort ? this.failures + 1 : 0;
    if (this.failures === 0) {
      this.begin();
      return;
    }
    if (this.failures < maxFailures) {
      this.show({ listening: false });
      this.timer = setTimeout(() => this.begin(), firstRetryDelayMs * 2 ** (this.failures - 1));
      return;
    }
    this.isEnabled = false;
    this.show({ listening: false, problem });
  }
}

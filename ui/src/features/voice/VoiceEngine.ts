import type { Recognition, RecognitionClass, RecognitionEvent } from './recognition';

/** Why nothing is heard though it was asked for. */
export type Problem = 'denied' | 'no microphone' | 'no service' | 'failing';

export type VoiceState = {
  listening: boolean;
  /** What is being said, or was said last. */
  transcript: string;
  problem: Problem | null;
};

type Options = {
  /** Hears each phrase when it has been said. */
  onPhrase: (phrase: string) => void;
  /** The user lets the site use the microphone, or not. */
  onPermission: (isGranted: boolean) => void;
  /** Android's recognition repeats results when it is continuous, and repeats some of them all the same. */
  isAndroid: boolean;
};

/** An equal phrase sooner than this is the same once more, on Android. In milliseconds. */
const repeatPause = 250;
/** A session that ends sooner, and heard nothing, has failed. In milliseconds. */
const shortSession = 1000;
/** The pause after a first failure, doubled after each further one. In milliseconds. */
const firstPause = 250;
/** So many failures in a row are enough. */
const patience = 5;

const problems: Record<string, Problem> = {
  'not-allowed': 'denied',
  'service-not-allowed': 'denied',
  'audio-capture': 'no microphone',
  network: 'no service',
};

/** What one session of the browser's recognition brought. */
type Session = {
  recognition: Recognition;
  startedAt: number;
  heard: boolean;
  unfinished: string;
  error: string | null;
};

/**
 * Listens on and on, over the sessions of the browser's recognition, which end by themselves every now and then: after
 * each the next one begins, at once or, if it failed, after a while. It ends when it is stopped, when the browser takes
 * the microphone away, when the user denies it, and when it keeps failing.
 */
export class VoiceEngine {
  private state: VoiceState = { listening: false, transcript: '', problem: null };
  private readonly listeners = new Set<() => void>();
  private session: Session | null = null;
  private isWanted = false;
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
    this.isWanted = true;
    this.again();
  }

  /** Listens no longer, until it is started again. What has not been said to its end is not heard. */
  stop() {
    this.isWanted = false;
    this.halt();
  }

  /** Listens not for now. */
  pause() {
    this.isPaused = true;
    this.halt();
  }

  /** Goes on after a pause, if it listened before. */
  resume() {
    this.isPaused = false;
    this.again();
  }

  private show(change: Partial<VoiceState>) {
    this.state = { ...this.state, ...change };
    for (const listener of [...this.listeners]) listener();
  }

  private again() {
    this.failures = 0;
    clearTimeout(this.timer);
    this.begin();
  }

  private halt() {
    clearTimeout(this.timer);
    const { session } = this;
    // Whatever comes of it now is not heard.
    this.session = null;
    session?.recognition.abort();
    this.show({ listening: false });
  }

  private begin() {
    if (!this.isWanted || this.isPaused || this.session) return;
    const recognition = new this.Recognition();
    const session: Session = { recognition, startedAt: performance.now(), heard: false, unfinished: '', error: null };
    const isOurs = () => this.session === session;
    recognition.lang = 'en-US';
    recognition.continuous = !this.options.isAndroid;
    recognition.interimResults = true;
    recognition.onstart = () => {
      if (!isOurs()) return;
      session.startedAt = performance.now();
      this.options.onPermission(true);
      this.show({ listening: true, problem: null });
    };
    recognition.onresult = (event) => {
      for (const phrase of this.read(event, session)) if (isOurs()) this.hear(phrase);
      if (isOurs() && session.unfinished) this.show({ transcript: session.unfinished });
    };
    recognition.onerror = ({ error }) => {
      session.error = error;
    };
    recognition.onend = () => {
      if (isOurs()) this.ended(session);
    };
    this.session = session;
    try {
      recognition.start();
    } catch (error) {
      console.error(error);
      session.error = 'start';
      this.ended(session);
    }
  }

  /** The phrases of an event that have been said to their end. */
  private read({ resultIndex, results }: RecognitionEvent, session: Session): string[] {
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
    return phrase === last.phrase && this.last.at - last.at < repeatPause;
  }

  private hear(phrase: string) {
    this.show({ transcript: phrase });
    this.options.onPhrase(phrase);
  }

  private ended(session: Session) {
    const { error, heard, unfinished, startedAt } = session;
    this.session = null;
    const problem = error ? (problems[error] ?? 'failing') : 'failing';
    if (error && problem === 'denied') {
      this.isWanted = false;
      this.options.onPermission(false);
      this.show({ listening: false, problem });
      return;
    }
    // The session's end cut it off: it has been said all the same.
    if (unfinished) this.hear(unfinished);
    // Somebody else has the microphone, another tab for instance: it is his until one comes back to this one.
    if (error === 'aborted') {
      this.show({ listening: false });
      return;
    }
    const hasFailed = error ? error !== 'no-speech' : false;
    const wasShort = !heard && performance.now() - startedAt < shortSession;
    this.failures = hasFailed || wasShort ? this.failures + 1 : 0;
    if (this.failures === 0) {
      this.begin();
      return;
    }
    if (this.failures < patience) {
      this.show({ listening: false });
      this.timer = setTimeout(() => this.begin(), firstPause * 2 ** (this.failures - 1));
      return;
    }
    this.isWanted = false;
    this.show({ listening: false, problem });
  }
}

import type { Page } from '@playwright/test';

/** What the page under test offers in place of the browser's recognition. */
type Speech = {
  /** What the user answers when asked for the microphone. */
  permission: 'granted' | 'denied';
  starts: number;
  aborts: number;
  say: (transcript: string, isFinal?: boolean) => void;
  fail: (error: string) => void;
  end: () => void;
};

declare global {
  var speech: Speech;
}

/** Gives the page a recogniser that hears what the test says. It tells things later, as the browser's own one does. */
export async function fakeSpeech(page: Page, permission: Speech['permission'] = 'granted') {
  await page.addInitScript((permission) => {
    let open: Fake | undefined;
    const later = (what: () => void) => setTimeout(what, 5);
    class Fake {
      onstart: (() => void) | null = null;
      onend: (() => void) | null = null;
      onerror: ((event: { error: string }) => void) | null = null;
      onresult: ((event: object) => void) | null = null;
      private results: { isFinal: boolean; 0: { transcript: string; confidence: number } }[] = [];
      private isStarted = false;

      start() {
        if (this.isStarted) throw new DOMException('It runs already', 'InvalidStateError');
        this.isStarted = true;
        globalThis.speech.starts += 1;
        // One session at a time: a second one takes the first one's microphone.
        open?.fail('aborted');
        open = this;
        later(() => {
          if (open !== this) return;
          if (globalThis.speech.permission === 'denied') this.fail('not-allowed');
          else this.onstart?.();
        });
      }

      abort() {
        globalThis.speech.aborts += 1;
        this.fail('aborted');
      }

      say(transcript: string, isFinal: boolean) {
        const isNew = this.results.at(-1)?.isFinal ?? true;
        const resultIndex = isNew ? this.results.length : this.results.length - 1;
        this.results[resultIndex] = { isFinal, 0: { transcript, confidence: 0.9 } };
        this.onresult?.({ resultIndex, results: this.results });
      }

      fail(error: string) {
        this.onerror?.({ error });
        this.end();
      }

      end() {
        if (open === this) open = undefined;
        later(() => this.onend?.());
      }
    }
    const session = () => {
      if (!open) throw new Error('Nobody listens.');
      return open;
    };
    globalThis.speech = {
      permission,
      starts: 0,
      aborts: 0,
      say: (transcript, isFinal = true) => session().say(transcript, isFinal),
      fail: (error) => session().fail(error),
      end: () => session().end(),
    };
    Object.assign(window, { SpeechRecognition: Fake, webkitSpeechRecognition: Fake });
  }, permission);
}

export const say = (page: Page, transcript: string, isFinal = true) =>
  page.evaluate(([transcript, isFinal]) => globalThis.speech.say(transcript, isFinal), [transcript, isFinal] as const);

export const starts = (page: Page) => page.evaluate(() => globalThis.speech.starts);

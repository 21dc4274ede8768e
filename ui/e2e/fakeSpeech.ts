import type { Page } from '@playwright/test';

/** Controls of the fake speech recognition. */
type Speech = {
  /** The user's answer to the permission prompt. */
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

/** Replaces the browser's speech recognition. Events fire asynchronously, like in browsers. */
export async function fakeSpeech(page: Page, permission: Speech['permission'] = 'granted') {
  await page.addInitScript((permission) => {
    let open: Fake | undefined;
    const soon = (what: () => void) => setTimeout(what, 5);
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
        // Only one session can be active: a second one aborts the first.
        open?.fail('aborted');
        open = this;
        soon(() => {
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
        soon(() => this.onend?.());
      }
    }
    const session = () => {
      if (!open) throw new Error('No recognition is running.');
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

export const startCount = (page: Page) => page.evaluate(() => globalThis.speech.starts);

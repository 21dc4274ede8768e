/** The used part of the Web Speech API, which TypeScript's library lacks. */
export type Recognition = {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onstart: (() => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onresult: ((event: RecognitionEvent) => void) | null;
  start: () => void;
  abort: () => void;
};

export type RecognitionEvent = {
  /** The index of the first new or changed result. */
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean; 0: { transcript: string; confidence: number } }>;
};

export type RecognitionClass = new () => Recognition;

type SpeechWindow = { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass };

/** Returns the browser's speech recognizer, if it has one. */
export function findRecognition(window: object): RecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as SpeechWindow;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

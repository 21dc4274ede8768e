/** The part of the Web Speech API that is used here; TypeScript's own library does not have it. */
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
  /** The first of the results that are new or changed. */
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean; 0: { transcript: string; confidence: number } }>;
};

export type RecognitionClass = new () => Recognition;

type SpeechWindow = { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass };

/** The browser's speech recognition, if it has one. */
export function recognitionOf(window: object): RecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as SpeechWindow;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

import { type Find, pieces } from '../lib/marks';

/** A text with what is found in it marked. */
export function Marked({ text, find }: { text: string; find: Find | undefined }) {
  if (!find) return text;
  let at = 0;
  return pieces(text, find(text)).map(({ text, isFound }) => {
    const key = at;
    at += text.length;
    return isFound ? <mark key={key}>{text}</mark> : text;
  });
}

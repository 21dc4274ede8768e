/** Checks the links of a text as the server does (`src/core/text/links.rs`). */
import { Lexer, type Tokens, walkTokens } from 'marked';
import { provideHyperlinkCheck } from '../../lib/hyperlinks';
import { isPicture } from '../../lib/isPicture';
import { isWithinLimits } from './limits';
import { tokensOf } from './parser';

type Link = Tokens.Link | Tokens.Image;

/** Returns the links and images of a text with square brackets. Throws if it is too complex. */
export function linksOf(text: string): Link[] {
  const links: Link[] = [];
  walkTokens(tokensOf(text), (token) => {
    if ((token.type === 'link' || token.type === 'image') && !('autolink' in token)) links.push(token as Link);
  });
  return links;
}

/** Returns why members may not write a link; null if they may. Links with references may lead anywhere. */
function problemOf({ type, raw, href }: Link): string | null {
  if (!raw.endsWith(')')) return null;
  const [, label = '', address = ''] = Lexer.rules.inline.gfm.link.exec(raw) ?? [];
  const isImage = type === 'image';
  if (isImage && isPicture(href)) return null;
  if (!/^<?https:\/\//.test(address) || href.length <= 'https://'.length) return 'its address must begin with https://';
  return isImage || /\P{White_Space}/u.test(label) ? null : 'it has no text';
}

/** The part of a link that an error shows, in characters. */
const SHOWN = 80;

provideHyperlinkCheck((text, before) => {
  if (!text.includes('](') || !isWithinLimits(text)) return null;
  const key = ({ type, href }: Link) => `${type} ${href}`;
  try {
    const invalid = linksOf(text).filter(problemOf);
    const kept = new Set(invalid.length && before ? linksOf(before).map(key) : []);
    const first = invalid.find((link) => !kept.has(key(link)));
    if (!first) return null;
    const shown = first.raw.length > SHOWN ? `${first.raw.slice(0, SHOWN)}…` : first.raw;
    return `${shown}: ${problemOf(first)}`;
  } catch {
    return null; // the server decides
  }
});

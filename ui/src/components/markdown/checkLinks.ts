/** Checks the links of a text as the server does (`src/core/text/links.rs`). */
import { Lexer, type Tokens, walkTokens } from 'marked';
import { provideHyperlinkCheck } from '../../lib/hyperlinks';
import { isPicture } from '../../lib/isPicture';
import { isWithinLimits } from './limits';
import { tokensOf } from './parser';

type Link = Tokens.Link | Tokens.Image;

/** Returns the links and images of a text with square brackets. Throws if it is too much work. */
export function linksOf(text: string): Link[] {
  const links: Link[] = [];
  walkTokens(tokensOf(text), (token) => {
    if ((token.type === 'link' || token.type === 'image') && !('autolink' in token)) links.push(token as Link);
  });
  return links;
}

/** Returns whether members may write a link. Links with references may lead anywhere. */
function isValid({ type, raw, href }: Link): boolean {
  if (!raw.endsWith(')')) return true;
  const [, label = '', address = ''] = Lexer.rules.inline.gfm.link.exec(raw) ?? [];
  const isSecure = /^<?https:\/\//.test(address) && href.length > 'https://'.length;
  const isImage = type === 'image';
  return (isSecure && (isImage || /\P{White_Space}/u.test(label))) || (isImage && isPicture(href));
}

provideHyperlinkCheck((text, before) => {
  if (!text.includes('](') || !isWithinLimits(text)) return false;
  try {
    const invalid = linksOf(text).filter((link) => !isValid(link));
    if (!invalid.length || !before) return invalid.length > 0;
    const kept = new Set(linksOf(before).map(({ type, href }) => `${type} ${href}`));
    return invalid.some(({ type, href }) => !kept.has(`${type} ${href}`));
  } catch {
    return false; // the server decides
  }
});

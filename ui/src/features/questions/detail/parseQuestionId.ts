import { matchPath } from 'react-router-dom';
import { stripBase } from '../../../api/base';
import { isId } from '../../../lib/isId';
import { routes } from '../../../lib/routes';

/** Returns the id of a question in a text: an address of this site, or the id itself. */
export function parseQuestionId(text: string): string | null {
  const url = URL.canParse(text, location.origin) ? new URL(text, location.origin) : null;
  const path = url?.origin === location.origin ? stripBase(url.pathname) : '';
  return matchPath(routes.question.pattern, path)?.params.qid ?? (isId(text) ? text : null);
}

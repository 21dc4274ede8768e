import { useLocation } from 'react-router-dom';
import { routes } from '../lib/routes';

/**
 * Returns the `aria-current` of a link of the navigation: `page` on its page and, unless it is
 * `exact`, `true` on the pages below it. Questions are below their list.
 */
export function useCurrent(to: string, exact = false): 'page' | 'true' | undefined {
  const path = `${useLocation().pathname}/`.toLowerCase();
  const target = to.toLowerCase();
  if (path === `${target}/` || path === `${target}//`) return 'page';
  const isQuestion = path.startsWith('/question/') && to === routes.questions.to();
  return !exact && (isQuestion || path.startsWith(`${target}/`)) ? 'true' : undefined;
}

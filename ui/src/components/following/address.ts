import type { FollowedObject } from '../../api/generated';
import { routes } from '../../lib/routes';

/** Returns the address of what a user watches or has muted. */
export function addressOf({ kind, object, name }: FollowedObject) {
  if (kind === 'question') return routes.question.to(object);
  return kind === 'tag' ? routes.questions.to({ tag: name }) : routes.community.to(object);
}

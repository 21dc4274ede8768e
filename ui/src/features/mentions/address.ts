import type { Mention } from '../../api/generated';
import { routes } from '../../lib/routes';

/** Returns the address of the text that names the viewer. A comment is at its post. */
export function addressOf({ qid, answerId, chatId, contentId }: Mention) {
  if (qid) return routes.question.to(qid, answerId);
  return `${chatId ? routes.directMessages.to({ chat: chatId }) : routes.messaging.to()}#${contentId}`;
}

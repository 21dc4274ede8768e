import type { Mention } from '../../api/generated';
import { routes } from '../../lib/routes';

/** Returns the address of the text that names the viewer. */
export function addressOfMention({ kind, qid, chatId, contentId }: Mention) {
  if (kind === 'community') return routes.community.to(contentId);
  if (qid) return routes.question.to(qid, contentId);
  return `${chatId ? routes.directMessages.to({ chat: chatId }) : routes.messaging.to()}#${contentId}`;
}

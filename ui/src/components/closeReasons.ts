import type { CloseReason } from '../api/generated';

/** Why questions are closed: what follows "Closed:". */
export const closeReasons: Record<CloseReason, string> = {
  duplicate: 'it has been asked before',
  'off-topic': 'it is not about what this place is for',
  unclear: 'it lacks what an answer needs to know',
  'too-broad': 'it asks too many things at once',
  opinion: 'answers would be opinions',
};

import type { SiteEvent, WebhookForm } from '../../api/generated';

/** What people read of each event. */
export const eventNames: Record<SiteEvent, string> = {
  'question.created': 'A question appears',
  'answer.created': 'An answer appears',
  'comment.created': 'A comment appears',
  'post.edited': 'A question or an answer is edited',
  'answer.accepted': 'An answer is accepted',
  'question.closed': 'A question is closed',
  'question.reopened': 'A question is reopened',
  'post.removed': 'A post is deleted or removed',
  'post.restored': 'A post is restored',
  test: 'Test',
};

/** The events that can be chosen. */
export const chosenEvents = (Object.keys(eventNames) as SiteEvent[]).filter((event) => event !== 'test');

/** What receives each form. */
export const formNames: Record<WebhookForm, string> = {
  standard: 'A program (JSON, Standard Webhooks)',
  slack: 'Slack, Mattermost, Rocket.Chat or Zulip',
  discord: 'Discord',
  matrix: 'Matrix (hookshot)',
  ntfy: 'ntfy',
};

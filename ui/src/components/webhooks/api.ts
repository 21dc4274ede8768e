import { del, patch, post } from '../../api/client';
import type {
  AddedWebhook,
  SiteEvent,
  Webhook,
  WebhookDelivery,
  WebhookForm,
  WebhookSecret,
} from '../../api/generated';
import type { CacheKey } from '../../lib/cacheKeys';

/** What can be chosen of a webhook. */
export type WebhookSettings = { name: string; address: string; form: WebhookForm; events: SiteEvent[] };

/** The key of the webhooks of a community, or of the site. */
export const webhooksKey = (communityId?: string): CacheKey<'webhooks'> => ({
  type: 'webhooks',
  path: `/webhook/getWebhooks${communityId ? `?communityId=${communityId}` : ''}`,
});

/** The key of the messages of a webhook. */
export const deliveriesKey = (id: string): CacheKey<'webhookDeliveries'> => ({
  type: 'webhookDeliveries',
  path: `/webhook/getWebhookDeliveries/${id}`,
});

export const addWebhook = (communityId: string | undefined, settings: WebhookSettings) =>
  post<AddedWebhook>('/webhook/addWebhook', { ...(communityId && { communityId }), settings });

export const changeWebhook = (id: string, settings: WebhookSettings, isOn: boolean) =>
  patch<Webhook[]>(`/webhook/changeWebhook/${id}`, { settings, isOn });

export const removeWebhook = (id: string) => del<Webhook[]>(`/webhook/removeWebhook/${id}`);

/** Gives a webhook another secret, which is returned only now. */
export const renewSecret = (id: string) => post<WebhookSecret>(`/webhook/renewWebhookSecret/${id}`, {});

export const testWebhook = (id: string) => post<WebhookDelivery[]>(`/webhook/testWebhook/${id}`, {});

export const sendAgain = (id: string) => post<WebhookDelivery[]>(`/webhook/sendWebhookAgain/${id}`, {});

/** What tells which steps of a new site are done. */
import type { Page } from '../../api/client';
import { firstReply } from '../../api/firstData';
import type { AdminUserView, DeliveryCounts, Health } from '../../api/generated';
import { type CacheKey, fetchKey, fetchPage } from '../../lib/cacheKeys';
import { site } from '../../lib/site';
import { accountsKey, deliveryCountsKey, healthKey } from './keys';

/** What is undefined could not be fetched. */
export type StepFacts = {
  health?: Health | undefined;
  counts?: DeliveryCounts | undefined;
  members?: number | undefined;
  administrators?: number | undefined;
  moderators?: number | undefined;
};

const lists = [accountsKey('all'), accountsKey('administrators'), accountsKey('moderators')];

const facts = (
  health: Health | undefined,
  counts: DeliveryCounts | undefined,
  pages: (Page<AdminUserView> | undefined)[],
): StepFacts => {
  const [members, administrators, moderators] = pages.map((page) => page?.total);
  return { health, counts, members, administrators, moderators };
};

/** Returns the result of a call, or undefined if it fails. */
const orUndefined = <T>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined);

/** Fetches all of it. Never rejects. */
export async function fetchStepFacts(): Promise<StepFacts> {
  const [health, counts, ...pages] = await Promise.all([
    orUndefined(fetchKey<Health>(healthKey)),
    site.features.mail ? orUndefined(fetchKey<DeliveryCounts>(deliveryCountsKey)) : undefined,
    ...lists.map((key) => orUndefined(fetchPage<AdminUserView>(key))),
  ] as const);
  return facts(health, counts, pages);
}

/** Returns what the server has put into this page, or undefined if a part of it is missing. */
export function firstStepFacts(): StepFacts | undefined {
  const reply = <T>({ path }: CacheKey) => firstReply(path) as T | undefined;
  const health = reply<Health>(healthKey);
  const pages = lists.map((key) => reply<Page<AdminUserView>>(key));
  return health && pages.every(Boolean) ? facts(health, reply(deliveryCountsKey), pages) : undefined;
}

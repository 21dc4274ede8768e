import { get, getPage, type Page } from '../api/client';

/** The type of a cached resource. */
export type ResourceType =
  | 'address'
  | 'administration'
  | 'apiDocument'
  | 'authoredPosts'
  | 'avatar'
  | 'badges'
  | 'block'
  | 'blockedUsers'
  | 'chatList'
  | 'community'
  | 'communityList'
  | 'communityMembers'
  | 'communityReach'
  | 'contributions'
  | 'currentUser'
  | 'deletedPosts'
  | 'deliveryPreferences'
  | 'duplicates'
  | 'flags'
  | 'follow'
  | 'followList'
  | 'forYou'
  | 'game'
  | 'gameList'
  | 'globalReadState'
  | 'identities'
  | 'inbox'
  | 'inboxMuted'
  | 'inboxUnread'
  | 'indexing'
  | 'leaderboard'
  | 'mailSettings'
  | 'trust'
  | 'mentions'
  | 'moderation'
  | 'names'
  | 'news'
  | 'apiTokens'
  | 'bots'
  | 'webhooks'
  | 'webhookDeliveries'
  | 'webhookNames'
  | 'passkeys'
  | 'permissions'
  | 'pictures'
  | 'pinned'
  | 'pushSettings'
  | 'question'
  | 'questionList'
  | 'readPositions'
  | 'relatedQuestions'
  | 'removals'
  | 'revisions'
  | 'sanctions'
  | 'savedSearches'
  | 'securityNotices'
  | 'sessions'
  | 'signIn'
  | 'similarQuestions'
  | 'site'
  | 'sitePage'
  | 'star'
  | 'starNotes'
  | 'starredList'
  | 'streak'
  | 'suggestedEdits'
  | 'suggestions'
  | 'tag'
  | 'tagList'
  | 'tagPage'
  | 'tagUse'
  | 'thread'
  | 'unreadChats'
  | 'user'
  | 'userList'
  | 'watchAnswered';

/**
 * The key of a cache entry: the type of the resource, the fields that identify it, and its path.
 */
export type CacheKey<Type extends ResourceType = ResourceType> = {
  readonly type: Type;
  /** The path of the request. */
  readonly path: string;
  /** What the console says if the request fails, and the page too if it has no message of its own. */
  readonly logMessage?: string;
};

/** The key of a resource that is requested by POST, with a body of JSON. */
export type BodyKey<Type extends ResourceType = ResourceType> = CacheKey<Type> & { readonly body: string };

/** The key of one page of a list. */
export type PageKey<Type extends ResourceType = ResourceType> = CacheKey<Type> & {
  /** Present on every page after the first. */
  readonly isContinuation?: true;
};

/** Tests a key of the cache. SWR passes `unknown` to its filters. */
export type KeyMatcher = (key: unknown) => boolean;

export const isCacheKey = (key: unknown): key is CacheKey => typeof key === 'object' && key !== null && 'type' in key;

/** Creates a matcher for the keys of a type, or for those of them that `matches` accepts. */
export const keysOf =
  <Key extends CacheKey>(type: Key['type'], matches: (key: Key) => boolean = () => true): KeyMatcher =>
  (key) =>
    isCacheKey(key) && key.type === type && matches(key as Key);

/** Creates a matcher for the keys of several types. */
export const keysOfTypes =
  (...types: ResourceType[]): KeyMatcher =>
  (key) =>
    isCacheKey(key) && types.includes(key.type);

/** Creates a matcher for one key. */
export const keyEquals = (wanted: CacheKey): KeyMatcher =>
  keysOf<CacheKey>(wanted.type, ({ path }) => path === wanted.path);

/** Returns the key of the page that follows in the same list. */
export const continuationOf = <Key extends PageKey>(key: Key, path: string): Key => ({
  ...key,
  path,
  isContinuation: true,
});

/** Fetches the resource of a key. */
export const fetchKey = <T>({ path, logMessage }: CacheKey): Promise<T> => get<T>(path, logMessage);

/** Fetches one page of a list. */
export const fetchPage = <T>({ path, logMessage }: CacheKey): Promise<Page<T>> => getPage<T>(path, logMessage);

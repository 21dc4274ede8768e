/** The sections of the administration page after the first one, the users. */
export type AdministrationSection =
  | 'settings'
  | 'communities'
  | 'sign-ins'
  | 'removed'
  | 'sanctions'
  | 'log'
  | 'figures'
  | 'health'
  | 'backups'
  | 'pictures'
  | 'deliveries'
  | 'webhooks'
  | 'bots'
  | 'member';

/** The pages with settings and data of the viewer's account, after the first one, the preferences. */
export type SettingsPage = 'account' | 'notifications' | 'watched' | 'privacy' | 'files' | 'drafts' | 'moderation';

/** Every page: its pattern for the router and the function that builds its address. */
export const routes = {
  home: { pattern: '/home', to: (query: { tag?: string } = {}) => `/home${queryString(query)}` },
  questions: {
    pattern: '/questionPage',
    to: (query: { tag?: string; search?: string; order?: string; showStreakPopup?: 'true' } = {}) =>
      `/questionPage${queryString(query)}`,
  },
  tags: { pattern: '/tags', to: () => '/tags' },
  tag: {
    pattern: '/tagPage',
    to: (query: { tag: string; history?: 'true' }) => `/tagPage${queryString(query)}`,
  },
  messaging: { pattern: '/messaging', to: () => '/messaging' },
  directMessages: {
    pattern: '/messaging/direct-message',
    to: (query: { chat?: string } = {}) => `/messaging/direct-message${queryString(query)}`,
  },
  question: {
    pattern: '/question/:qid/:slug?',
    /** The question, or one of its answers or comments. */
    to: (qid: string, postId = qid) => `/question/${qid}${postId === qid ? '' : `#${postId}`}`,
  },
  history: {
    pattern: '/question/:qid/history/:postId',
    /** The earlier versions of a question, answer or comment. */
    to: (qid: string, postId: string) => `/question/${qid}/history/${postId}`,
  },
  suggestedEdits: {
    pattern: '/question/:qid/suggestions/:postId',
    /** The suggested edits of a question or an answer, or a form that suggests one. */
    to: (qid: string, postId: string) => `/question/${qid}/suggestions/${postId}`,
  },
  deleted: { pattern: '/deleted', to: () => '/deleted' },
  newQuestion: {
    pattern: '/new/question',
    to: (query: { communityId?: string | undefined; title?: string } = {}) => `/new/question${queryString(query)}`,
  },
  editQuestion: { pattern: '/edit/question/:qid', to: (qid: string) => `/edit/question/${qid}` },
  newAnswer: { pattern: '/new/answer/:qid', to: (id: string) => `/new/answer/${id}` },
  users: { pattern: '/users', to: () => '/users' },
  user: { pattern: '/user/:username', to: (username: string) => `/user/${encodeURIComponent(username)}` },
  games: { pattern: '/games', to: () => '/games' },
  game: { pattern: '/games/:gameID', to: (id: string) => `/games/${id}` },
  log: { pattern: '/log', to: () => '/log' },
  queue: { pattern: '/queue', to: () => '/queue' },
  administration: {
    pattern: '/administration/:part?',
    to: (part?: AdministrationSection) => `/administration${part ? `/${part}` : ''}`,
    /** What site moderators know of a member, and do about them. */
    toMember: (username: string) => `/administration/member${queryString({ name: username })}`,
  },
  allCommunities: { pattern: '/communities/all', to: () => '/communities/all' },
  myCommunities: { pattern: '/communities/my', to: () => '/communities/my' },
  community: {
    pattern: '/communities/:communityId',
    to: (id: string, query: { tag?: string; search?: string; order?: string } = {}) =>
      `/communities/${id}${queryString(query)}`,
  },
  settings: {
    pattern: '/settings/:part?',
    to: (part?: SettingsPage) => `/settings${part ? `/${part}` : ''}`,
  },
  formatting: { pattern: '/help/formatting', to: () => '/help/formatting' },
  apiDocs: { pattern: '/api-docs', to: () => '/api-docs' },
} as const;

function queryString(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length ? `?${new URLSearchParams(given)}` : '';
}

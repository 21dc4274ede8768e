const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;

/** Every route of the UI: its pattern and, where it takes something, the builder of its links. */
export const paths = {
  login: '/',
  signup: '/signup',
  home: '/home',
  homeWithTag: (tag: string) => `/home${query({ tag })}`,
  questions: '/questionPage',
  questionsWithTag: (tag: string) => `/questionPage${query({ tag })}`,
  questionsFound: (search: string) => `/questionPage${query({ search })}`,
  question: { pattern: '/question/:qid', to: (qid: string) => `/question/${qid}` },
  newQuestion: '/new/question',
  newAnswer: { pattern: '/new/answer/:qid?', to: (qid: string) => `/new/answer/${qid}` },
  tags: '/tags',
  users: '/users',
  user: { pattern: '/user/:username', to: (username: string) => `/user/${encodeURIComponent(username)}` },
  messaging: '/messaging',
  directMessages: '/messaging/direct-message',
  games: '/games',
  game: { pattern: '/games/:gameID', to: (gameID: string) => `/games/${gameID}` },
  communities: '/communities/all',
  myCommunities: '/communities/my',
  community: { pattern: '/communities/:communityId', to: (id: string) => `/communities/${id}` },
} as const;

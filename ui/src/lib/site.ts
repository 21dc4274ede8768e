/** What the server says about itself in the page that it serves. */
export type Site = {
  title: string;
  signup: 'open' | 'invite' | 'closed';
  features: { voice: boolean; games: boolean; chat: boolean };
  minPasswordLength: number;
};

const defaults: Site = {
  title: 'Stoa',
  signup: 'open',
  features: { voice: true, games: true, chat: true },
  minPasswordLength: 8,
};

function read(): Site {
  const content = document.querySelector<HTMLMetaElement>('meta[name="stoa-site"]')?.content;
  return content ? { ...defaults, ...(JSON.parse(content) as Partial<Site>) } : defaults;
}

export const site = read();

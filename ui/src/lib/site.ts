import type { Announcement, PublicSite, SettingKey, Theme } from '../api/generated';

/** The site's settings, which the server writes into a `<meta>` of the page. */
export type Site = {
  title: string;
  /** The version of the UI, if the server wrote the settings. */
  version?: string;
  signup: 'open' | 'approval' | 'invite' | 'closed';
  /** Whether a sign-up needs a proof of work. */
  signupProof?: boolean;
  minPasswordLength: number;
  features: {
    voice: boolean;
    games: boolean;
    chat: boolean;
    mail: boolean;
    push?: boolean;
    pictures?: boolean;
    passkeys?: boolean;
    webhooks?: boolean;
  };
  /** The picture that is the logo. */
  logo?: string;
  /** The wide picture above the home pages and beside the login. */
  cover?: string;
  /** The colors of the site, which replace those of the themes light and dark before the first paint. */
  palette?: PublicSite['palette'];
  /** The theme of who has chosen none; `dark` if absent. */
  defaultTheme?: Theme;
  /** How high the rows of question lists are for who has not chosen; `comfortable` if absent. */
  defaultDensity?: 'comfortable' | 'compact';
  /** Markdown for the login and sign-up pages. */
  welcome?: string;
  /** The pages of the operator that have a text. */
  pages?: SettingKey[];
  /** Whether members may read the log of moderation. */
  publicLog?: boolean;
  /** Which of `reputation` and `badges` are off. */
  without?: SettingKey[] | undefined;
  announcement?: Announcement;
  /** Whether visitors can report illegal content. */
  visitorReports?: boolean;
  /** Whether everyone may read what every member may read. */
  publicReading?: boolean;
  /** Whether pages of other sites may show questions as cards in frames. */
  embedding?: boolean;
  /** The OpenID Connect providers at which people can log in. */
  providers?: PublicSite['providers'];
  /** Whether people log in and sign up only through providers. */
  onlyProviders?: boolean;
};

const defaults: Site = {
  title: 'Stoa',
  signup: 'open',
  minPasswordLength: 8,
  features: { voice: true, games: true, chat: true, mail: false },
};

const content = document.querySelector<HTMLMetaElement>('meta[name="stoa-site"]')?.content;

/** This site. Vite's development server writes no settings: then the defaults apply. */
export const site: Site = content ? { ...defaults, ...(JSON.parse(content) as Partial<Site>) } : defaults;

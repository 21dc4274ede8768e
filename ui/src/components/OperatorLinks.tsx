import { base } from '../api/base';
import type { SettingKey } from '../api/generated';
import { routes } from '../lib/routes';
import { site } from '../lib/site';

/** The names of the operator's pages. */
export const pageNames: Partial<Record<SettingKey, string>> = {
  rules: 'Rules',
  terms: 'Terms',
  privacy: 'Privacy',
  contact: 'Contact',
};

/**
 * Links to the pages of the operator that have a text, and to that of reports. They need no session, and so no router.
 * Members also get the log of moderation, if the site shows it.
 */
export function OperatorLinks({ isMember = false }: { isMember?: boolean }) {
  const log = isMember && site.publicLog;
  if (!site.pages && !site.visitorReports && !log) return null;
  return (
    <nav aria-label="About this site" className="d-flex flex-wrap gap-2 small mb-2">
      {log && <a href={`${base}${routes.log.to()}`}>Moderation log</a>}
      {site.pages?.map((page) => (
        <a key={page} href={`${base}/about/${page}`}>
          {pageNames[page]}
        </a>
      ))}
      {site.visitorReports && <a href={`${base}/report`}>Report illegal content</a>}
    </nav>
  );
}

import { useEffect } from 'react';
import { site } from '../lib/site';
import { AnnouncementBar } from './AnnouncementBar';
import { ConnectionBar } from './ConnectionBar';
import { PasswordDialog } from './PasswordDialog';
import { SecurityNotices } from './SecurityNotices';
import { SilencedBar } from './SilencedBar';

export { OperatorLinks } from '../components/OperatorLinks';
export { default as OfflinePages } from './OfflinePages';

/** What every page has and rarely shows. It loads after the page. */
export default function RareParts({ connected }: { connected: boolean }) {
  useEffect(() => {
    if (site.features.push) void import('../features/push/installation').then(({ install }) => install());
  }, []);
  return (
    <>
      <ConnectionBar connected={connected} />
      <AnnouncementBar />
      <SilencedBar />
      <SecurityNotices />
      <PasswordDialog />
    </>
  );
}

import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { site } from '../lib/site';
import { useCacheEditor } from '../lib/useCacheEditor';
import { AnnouncementBar } from './AnnouncementBar';
import { ConnectionBar } from './ConnectionBar';
import { PasswordDialog } from './PasswordDialog';
import { SecurityNotices } from './SecurityNotices';
import { SilencedBar } from './SilencedBar';
import { syncSeen } from './seenElsewhere';

export { OperatorLinks } from '../components/OperatorLinks';
export { default as OfflinePages } from './OfflinePages';

/** What every page has and rarely shows. It loads after the page. */
export default function RareParts({ connected }: { connected: boolean }) {
  useEffect(() => {
    if (site.features.push) void import('../features/push/installation').then(({ install }) => install());
  }, []);
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  useEffect(() => syncSeen(edit, mutate), [edit, mutate]);
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

import { Suspense } from 'react';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { PageHeader } from '../../components/PageHeader';
import { usePageTitle } from '../../components/usePageTitle';
import { site } from '../../lib/site';
import { BlockedUsers } from './BlockedUsers';
import { DataExport } from './DataExport';
import { Indexing } from './Indexing';

const MyReports = lazyWithRetry(() => import('../../components/flags/MyReports'), { isOptional: true });

/** What others see of the viewer, whom they have blocked and reported, and the download of their data. */
export function PrivacySettings() {
  usePageTitle('Privacy and data');
  return (
    <>
      <PageHeader title="Privacy and data" />
      {site.publicReading && <Indexing />}
      {site.features.chat && <BlockedUsers />}
      <Suspense fallback={null}>
        <MyReports />
      </Suspense>
      <DataExport />
    </>
  );
}

import { useParams } from 'react-router-dom';
import useSWR from 'swr';
import { base } from '../../api/base';
import { ApiError, xsrfToken } from '../../api/client';
import type { SettingKey, SitePage } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { Logo } from '../../components/Logo';
import { Markdown } from '../../components/markdown/Markdown';
import { NotFoundMessage } from '../../components/NotFoundMessage';
import { OperatorLinks, pageNames } from '../../components/OperatorLinks';
import { PageHeader } from '../../components/PageHeader';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { type CacheKey, fetchKey } from '../../lib/cacheKeys';
import { site } from '../../lib/site';
import styles from './AuthPage.module.css';

const pageKey = (page: string): CacheKey<'sitePage'> => ({
  type: 'sitePage',
  path: `/site/getPage?page=${encodeURIComponent(page)}`,
});

/** A page with a text of the operator, such as the rules. Visitors can read it. */
export default function OperatorPage() {
  const { page = '' } = useParams();
  const { data, error, mutate } = useSWR<SitePage, unknown>(pageKey(page), fetchKey);
  const home = `${base}${xsrfToken() ? '/home' : '/'}`;
  if (error instanceof ApiError && error.status === 404)
    return (
      <main className={styles.text}>
        <NotFoundMessage title="There is no such page">
          <a href={home}>{site.title}</a>
        </NotFoundMessage>
      </main>
    );
  return (
    <main className={styles.text}>
      <a href={home} className="d-flex align-items-center gap-2 mb-4">
        <Logo size={32} /> {site.title}
      </a>
      {data ? <Text data={data} /> : error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton />}
      <footer>
        <OperatorLinks />
      </footer>
    </main>
  );
}

function Text({ data: { page, text } }: { data: { page: SettingKey; text: string } }) {
  const name = pageNames[page] ?? '';
  usePageTitle(name);
  return (
    <>
      <PageHeader title={name} />
      <Markdown text={text} hasMail />
    </>
  );
}

import { useParams } from 'react-router-dom';
import useSWR from 'swr';
import { base } from '../../api/base';
import { ApiError, xsrfToken } from '../../api/client';
import type { SettingKey, SitePage } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { Markdown } from '../../components/markdown/Markdown';
import { NotFoundMessage } from '../../components/NotFoundMessage';
import { OperatorLinks, pageNames } from '../../components/OperatorLinks';
import { PageHeader } from '../../components/PageHeader';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { type CacheKey, fetchKey } from '../../lib/cacheKeys';
import { site } from '../../lib/site';

const pageKey = (page: string): CacheKey<'sitePage'> => ({
  type: 'sitePage',
  path: `/site/getPage?page=${encodeURIComponent(page)}`,
});

/** A page with a text of the operator, such as the rules. Visitors can read it. */
export default function OperatorPage() {
  const { page = '' } = useParams();
  const { data, error, mutate } = useSWR<SitePage, unknown>(pageKey(page), fetchKey);
  const back = <a href={`${base}${xsrfToken() ? '/home' : '/'}`}>{site.title}</a>;
  if (error instanceof ApiError && error.status === 404)
    return (
      <main className="p-4">
        <NotFoundMessage title="There is no such page.">{back}</NotFoundMessage>
      </main>
    );
  return (
    <main className="p-4">
      <p>{back}</p>
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
      <Markdown text={text} />
    </>
  );
}

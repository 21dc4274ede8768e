import { useState } from 'react';
import useSWR from 'swr';
import { base } from '../../api/base';
import { EmptyState } from '../../components/EmptyState';
import { ErrorMessage } from '../../components/ErrorMessage';
import { PageHeader } from '../../components/PageHeader';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { type CacheKey, fetchKey } from '../../lib/cacheKeys';
import styles from './ApiDocsPage.module.css';
import { type ApiCall, type ApiDocument, callsByTag, isMatch, jsonOf, type Security, shape } from './document';

const documentKey: CacheKey<'apiDocument'> = { type: 'apiDocument', path: '/openapi.json' };

/** Lists every call of the site from its OpenAPI document. Needs no session. */
export default function ApiDocsPage() {
  usePageTitle('API');
  const { data: document, error, mutate } = useSWR<ApiDocument, unknown>(documentKey, fetchKey);
  const [search, setSearch] = useState('');
  return (
    <main className={styles.page}>
      <PageHeader title={document ? `${document.info.title} API` : 'API'}>
        <input
          type="search"
          className={`form-control ${styles.search}`}
          placeholder="Find a call ..."
          aria-label="Find a call"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </PageHeader>
      <p>
        A success is 200 with JSON. An error is one sentence of plain text. A call that needs a session takes the cookie
        that <code>POST /user/login</code> sets. Lists take <code>limit</code>; their <code>Link</code> header has the
        address of the next page. As a document for tools: <a href={`${base}/openapi.json`}>openapi.json</a>
      </p>
      {document ? (
        <Calls document={document} search={search.trim()} />
      ) : error ? (
        <ErrorMessage error={error} retry={() => void mutate()} />
      ) : (
        <Skeleton />
      )}
    </main>
  );
}

function Calls({ document, search }: { document: ApiDocument; search: string }) {
  const groups = callsByTag(document)
    .map(([tag, calls]) => [tag, calls.filter((call) => isMatch(call, search))] as const)
    .filter(([, calls]) => calls.length > 0);
  if (groups.length === 0) return <EmptyState title="No Calls Found" />;
  return groups.map(([tag, calls]) => (
    <section key={tag} aria-labelledby={`about-${tag}`}>
      <h2 id={`about-${tag}`}>{tag}</h2>
      {calls.map((call) => (
        <Call key={call.operationId} call={call} document={document} />
      ))}
    </section>
  ));
}

function Call({ call, document }: { call: ApiCall; document: ApiDocument }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.call} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code>
          {call.method} <b>{call.path}</b>
        </code>{' '}
        <span className="muted">{call.summary}</span>
      </summary>
      {isOpen && <Details call={call} document={document} />}
    </details>
  );
}

/** Says what a call needs: nothing, a session, or a session or token, and whether readers without an account may call. */
function needs(security: Security[] = []): string {
  if (security.length === 0) return 'Needs no session.';
  const scope = security.find(({ token }) => token)?.token?.join(' or ');
  const token = scope === undefined ? '' : ` or an API token with the scope ${scope}`;
  const isOpen = security.some((way) => Object.keys(way).length === 0);
  return `Needs a session${token}${isOpen ? ', unless everyone may read' : ''}.`;
}

function Details({ call, document }: { call: ApiCall; document: ApiDocument }) {
  const { aliases, parameters = [], requestBody, responses, security } = call;
  const [body, reply] = [jsonOf(requestBody?.content), jsonOf(responses['200']?.content)];
  const headers = Object.entries(responses['200']?.headers ?? {});
  return (
    <div className={styles.details}>
      <p>{needs(security)}</p>
      {aliases.map((alias) => (
        <p key={alias}>
          Also at <code>{alias}</code>
        </p>
      ))}
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <ul>
            {parameters.map(({ name, in: place, required, description, schema }) => (
              <li key={name}>
                <code>{name}</code> ({place}, {shape(schema, document)}
                {required ? '' : ', optional'}){description && `: ${description}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {body && (
        <>
          <h3>Body</h3>
          <pre>{shape(body, document)}</pre>
        </>
      )}
      {reply && (
        <>
          <h3>Reply</h3>
          <pre>{shape(reply, document)}</pre>
        </>
      )}
      {headers.length > 0 && (
        <ul>
          {headers.map(([name, { description }]) => (
            <li key={name}>
              <code>{name}</code>: {description}
            </li>
          ))}
        </ul>
      )}
      <h3>Errors</h3>
      <p className="mb-0">
        {Object.entries(responses)
          .filter(([status]) => status !== '200')
          .map(([status, { description }]) => `${status} ${description}`)
          .join(' · ')}
      </p>
    </div>
  );
}

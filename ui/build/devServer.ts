import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The paths that the server answers and its OpenAPI document leaves out. */
export const undocumented = ['/openapi.json', '/healthz', '/readyz', '/metrics'];

const document = resolve(import.meta.dirname, '../../docs/openapi.json');

/** Returns one regular expression for all paths that answer GET. A `{parameter}` stands for one part of a path. */
function getPaths(): RegExp {
  const { paths } = JSON.parse(readFileSync(document, 'utf8')) as { paths: Record<string, object> };
  const documented = Object.keys(paths).filter((path) => 'get' in (paths[path] ?? {}));
  const sources = [...undocumented, ...documented].map((path) =>
    path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+'),
  );
  return new RegExp(`^(?:${sources.join('|')})$`);
}

/**
 * Returns a function that decides whether a request is for the server: every GET of a known path, and everything that
 * is not a GET. The rest is Vite's: pages, modules and files. So a path that is both a page and a call, such as
 * `/games/…`, means the same as in production.
 */
export function serverRequests(): (method: string, url: string) => boolean {
  const calls = getPaths();
  return (method, url) => !['GET', 'HEAD'].includes(method) || calls.test(url.replace(/[?#].*/, ''));
}

/** Forwards calls and the live connection to the server at `target`, and shows its settings in the page. */
export function devServer(target: string): Plugin {
  return {
    name: 'stoa-dev-server',
    apply: 'serve',
    config: () => {
      const isForServer = serverRequests();
      // The server compares Origin with Host: both stay those of Vite's address.
      const forward = { target, changeOrigin: false };
      return {
        server: {
          proxy: {
            '/socket.io/': { ...forward, ws: true },
            '^/': {
              ...forward,
              bypass: ({ method = 'GET', url = '/' }) => (isForServer(method, url) ? undefined : url),
            },
          },
        },
      };
    },
    // The server describes the site in <meta> elements: with STOA_UI_DIST=ui it fills in this same
    // page.
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const served = await fetch(target).then(
          (response) => response.text(),
          () => '',
        );
        const filled = (element: RegExp) => (page: string) =>
          page.replace(element, (old) => element.exec(served)?.[0] ?? old);
        return [/<meta name="stoa-site"[^>]*>/, /<title>[^<]*<\/title>/].reduce((page, one) => filled(one)(page), html);
      },
    },
  };
}

// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../src/lib/routes';
import { serverRequests, undocumented } from './devServer';

const repository = resolve(import.meta.dirname, '../..');
const read = (...path: string[]) => readFileSync(join(repository, ...path), 'utf8');
const isForServer = serverRequests();

/** The paths that Rust code compares a request with, or adds to the router, outside the table of calls. */
function pathsOutsideTheTable(): string[] {
  const files = readdirSync(join(repository, 'src/app/server'), { recursive: true, encoding: 'utf8' });
  // The addresses of pages, and the links in them, are for the development server itself.
  const isRouter = (file: string) => file.endsWith('.rs') && file !== 'pages.rs' && !file.startsWith('documents/');
  const sources = files.filter(isRouter).map((file) => read('src/app/server', file));
  const found = sources.flatMap((source) => [...source.matchAll(/(?:\.route\(|^\s*)"(\/[\w.]+)"(?:,| =>| if )/gm)]);
  return found.map(([, path]) => path ?? '');
}

describe('the development server', () => {
  const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, object> };
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, 'a%20b.c')] as const),
  );

  it('forwards every call of the OpenAPI document, with and without a query', () => {
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.filter(([method, path]) => !isForServer(method, path))).toEqual([]);
    expect(calls.filter(([method, path]) => !isForServer(method, `${path}?limit=1`))).toEqual([]);
  });

  it('forwards the paths that the OpenAPI document leaves out', () => {
    expect(undocumented.toSorted()).toEqual(pathsOutsideTheTable().toSorted());
    expect(undocumented.filter((path) => !isForServer('GET', path))).toEqual([]);
  });

  it('keeps every page of the UI', () => {
    const pages = Object.values(routes).map(({ pattern }) => pattern.replace(/:\w+\??/g, '65f0c0a1b2c3d4e5f6a7b8c9'));
    expect(pages).toContain('/games/65f0c0a1b2c3d4e5f6a7b8c9');
    expect(['/', '/setup', ...pages].filter((page) => isForServer('GET', page))).toEqual([]);
  });

  it('keeps the files and modules of Vite', () => {
    const files = ['/@vite/client', '/src/main.tsx', '/node_modules/.vite/deps/react.js', '/theme-boot.js'];
    expect(files.filter((file) => isForServer('GET', file))).toEqual([]);
  });
});

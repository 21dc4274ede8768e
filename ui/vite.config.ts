import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './build/chunks';
import { className } from './build/className';
import { katexWoff2 } from './build/katexWoff2';
import { precompress } from './build/precompress';
import { purgeBootstrap } from './build/purgeBootstrap';

const server = 'http://127.0.0.1:8080';
const calls = [
  'user',
  'question',
  'answer',
  'comment',
  'post',
  'tag',
  'star',
  'notification',
  'contributions',
  'community',
  'messaging',
  'chat',
];

export default defineConfig({
  // Files name one another by relative paths: the server alone knows below which path they are.
  base: './',
  plugins: [react(), katexWoff2(), precompress()],
  css: {
    modules: { generateScopedName: className },
    postcss: { plugins: [purgeBootstrap(resolve(import.meta.dirname, 'src'))] },
  },
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A sentence goes where it is said, and not into a file with all the others.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: chunkGroups(resolve(import.meta.dirname, 'src')),
        },
      },
    },
  },
  server: {
    proxy: {
      '/socket.io': { target: server, ws: true },
      // A page and a call may share their first segment: whoever accepts HTML gets the page.
      ...Object.fromEntries(
        calls.map((name) => [
          `/${name}/`,
          {
            target: server,
            bypass: (request) => (request.headers.accept?.includes('text/html') ? '/index.html' : undefined),
          },
        ]),
      ),
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testSetup.ts'],
    // A busy machine is slow; what never ends is found all the same.
    testTimeout: 30_000,
  },
});

import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { Features } from 'lightningcss';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './build/chunks.ts';
import { className } from './build/className.ts';
import { devServer } from './build/devServer.ts';
import { katexWoff2 } from './build/katexWoff2.ts';
import { leanRouter } from './build/leanRouter.ts';
import { pageLinks } from './build/pageLinks.ts';
import { precompress } from './build/precompress.ts';
import { purgeBootstrap } from './build/purgeBootstrap.ts';
import { shellFiles } from './build/shellFiles.ts';

export default defineConfig({
  // Relative paths between files: only the server knows the base path.
  base: './',
  plugins: [
    react(),
    katexWoff2(),
    leanRouter(),
    pageLinks(resolve(import.meta.dirname, 'src/serverPage.css')),
    shellFiles(),
    precompress(),
    devServer(process.env.DEV_SERVER ?? 'http://127.0.0.1:8080'),
  ],
  resolve: {
    alias: {
      // React has had this hook since version 18: SWR's copy for older ones is not needed.
      'use-sync-external-store/shim': 'react',
      './webtransport.js': resolve(import.meta.dirname, 'build/webTransport.ts'),
    },
  },
  // The moderators' manual is one of the documents.
  server: { fs: { allow: ['.', '../docs'] } },
  css: {
    modules: { generateScopedName: className },
    // In place of `:dir()` it would write languages, which pages do not name.
    lightningcss: { exclude: Features.DirSelector },
    postcss: { plugins: [purgeBootstrap(resolve(import.meta.dirname, 'src'))] },
  },
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Inlines each sentence where it is used, instead of loading the file with all of them.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: chunkGroups(resolve(import.meta.dirname, 'src')),
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testSetup.ts'],
    // A busy machine is slow. Endless tests still fail.
    testTimeout: 30_000,
    coverage: { include: ['src/**/*.{ts,tsx}'], reporter: ['text-summary', 'html'] },
  },
});

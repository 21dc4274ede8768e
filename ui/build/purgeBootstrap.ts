import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, parse } from 'postcss';
import { PurgeCSS } from 'purgecss';

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name));

/**
 * Drops the rules of Bootstrap that no source file mentions. A PostCSS plugin rather than a step after the bundle,
 * so that the hash in the file's name follows the content.
 */
export function purgeBootstrap(folder: string): Plugin {
  return {
    postcssPlugin: 'purge-bootstrap',
    async OnceExit(root) {
      if (!root.source?.input.file?.endsWith('bootstrap.css')) return;
      const content = sources(folder).map((file) => ({ raw: readFileSync(file, 'utf8'), extension: 'tsx' }));
      const [purged] = await new PurgeCSS().purge({
        content,
        css: [{ raw: root.toString() }],
        safelist: ['active', 'disabled'],
        // Set by theme-boot.js, which is no source of the bundle.
        dynamicAttributes: ['data-bs-theme'],
        variables: false,
      });
      root.removeAll();
      root.append(parse(purged?.css ?? '').nodes);
    },
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, parse, type Root } from 'postcss';
import { PurgeCSS } from 'purgecss';

const read = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));

const words = (text: string): string[] => text.match(/[\w-]+/g) ?? [];

/**
 * Collects class names from `className` only, without `styles.card`. Elements and attributes may
 * stand anywhere.
 */
function extract(source: string) {
  const given = source.match(/className=(?:"[^"]*"|\{(?:`[^`]*`|[^}`])*\})/g) ?? [];
  const all = words(source);
  return {
    classes: words(given.join(' ').replace(/\w+\.\w+/g, '')),
    tags: all,
    ids: [],
    attributes: { names: all, values: all },
    undetermined: [],
  };
}

/** Inputs that none of our forms uses. */
const foreignInput = /::(?:-webkit-)?file-|::-webkit-(?:date|color)|\[type=(?:"?)(?:file|date|month|week|time|color)/;

/** Drops Bootstrap's custom properties that nothing uses, and then those that only these used. */
function dropUnusedProperties(root: Root, ownSources: string) {
  for (let isDone = false; !isDone; ) {
    const used = new Set([...(ownSources + root).matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
    isDone = true;
    root.walkDecls(/^--bs-/, (declaration) => {
      if (used.has(declaration.prop)) return;
      declaration.remove();
      isDone = false;
    });
  }
}

/**
 * Drops Bootstrap rules that no source file mentions. It is a PostCSS plugin, not a step after
 * bundling, so that the hash in the file name follows the content.
 */
export function purgeBootstrap(folder: string): Plugin {
  return {
    postcssPlugin: 'purge-bootstrap',
    async OnceExit(root) {
      if (!root.source?.input.file?.endsWith('bootstrap.css')) return;
      const [purged] = await new PurgeCSS().purge({
        content: read(folder, /\.tsx?$/).map((raw) => ({ raw, extension: 'tsx' })),
        css: [{ raw: root.toString() }],
        extractors: [{ extractor: extract, extensions: ['tsx'] }],
        safelist: ['active', 'disabled'],
        // Set by theme-boot.js, which is not part of the bundle.
        dynamicAttributes: ['data-bs-theme'],
        variables: false,
      });
      root.removeAll();
      root.append(parse(purged?.css ?? '').nodes);
      root.walkRules(foreignInput, (rule) => void rule.remove());
      dropUnusedProperties(root, read(folder, /\.(?:css|tsx?)$/).join('\n'));
    },
  };
}

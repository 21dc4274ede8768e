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

/** Inputs and states that none of our forms uses, and elements whose names are words of the sources. */
const foreignInput =
  /^(?:abbr|address|iframe)\b|\[multiple\]|:-moz-focusring|:indeterminate|::(?:-webkit-)?file-|::-webkit-(?:date|color)|\[type=(?:"?)(?:file|date|month|week|time|color)/;

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

/** Drops what our own style sheets, which come later, declare for the same selector or for every page. */
function dropReplaced(root: Root, ownSheets: readonly string[]) {
  const replaced = new Set<string>();
  const topLevel = (sheet: Root) => sheet.nodes.filter((node) => node.type === 'rule');
  for (const rule of ownSheets.flatMap((sheet) => topLevel(parse(sheet)))) {
    const selectors = rule.selectors.includes(':root[data-theme]') ? [...themeSelectors] : rule.selectors;
    rule.walkDecls(({ prop }) => selectors.forEach((selector) => void replaced.add(`${selector} ${prop}`)));
  }
  root.walkRules((rule) => {
    rule.walkDecls((declaration) => {
      // `background-color` is part of `background`.
      const names = [declaration.prop, declaration.prop.replace(/-\w+$/, '')];
      const isReplaced = (selector: string) => names.some((name) => replaced.has(`${selector} ${name}`));
      if (rule.selectors.every(isReplaced)) declaration.remove();
    });
  });
}

/** The selectors of Bootstrap's own themes. */
const themeSelectors = [':root', '[data-bs-theme=light]', '[data-bs-theme=dark]'];

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
        keyframes: true,
      });
      root.removeAll();
      root.append(parse(purged?.css ?? '').nodes);
      root.walkRules(foreignInput, (rule) => void rule.remove());
      // `base.css` ends every transition there.
      root.walkAtRules('media', (rule) => void (/motion: *reduce/.test(rule.params) && rule.remove()));
      dropReplaced(root, read(join(folder, 'themes'), /\.css$/));
      dropUnusedProperties(root, read(folder, /\.(?:css|tsx?)$/).join('\n'));
    },
  };
}

import hljs from 'highlight.js/lib/core';
import { describe, expect, it } from 'vitest';
import { languageOf, languages } from './codeLanguages';
import { highlightCode, loadLanguage } from './highlightCode';

async function code(language: string, text: string): Promise<HTMLElement> {
  const element = document.createElement('code');
  element.className = `language-${language}`;
  element.textContent = text;
  await loadLanguage(element);
  highlightCode(element);
  return element;
}

describe('highlight', () => {
  it('colors known languages, by their other names too', async () => {
    expect((await code('rust', 'let a = 1;')).innerHTML).toContain('<span class="hljs-keyword">let</span>');
    expect((await code('rs', 'let a = 1;')).innerHTML).toContain('hljs-keyword');
    expect((await code('c#', 'string a;')).innerHTML).toContain('hljs-built_in');
    expect((await code('nonsense', 'let a = 1;')).innerHTML).toBe('let a = 1;');
    expect((await code('__proto__', 'let a = 1;')).innerHTML).toBe('let a = 1;');
  });

  it('knows each language by the names that highlight.js has for it', async () => {
    for (const [name, { load }] of Object.entries(languages)) {
      hljs.registerLanguage(name, (await load()).default);
      const aliases = hljs.getLanguage(name)?.aliases ?? [];
      expect([name, ...aliases].filter((alias) => languageOf(alias) !== name)).toEqual([]);
    }
  });

  it('colors what a language contains', async () => {
    expect((await code('html', '<style>a { color: red }</style>')).innerHTML).toContain('hljs-attribute');
  });

  it.each([
    'html',
    'xml',
    'js',
    'cpp',
    'rust',
    'yaml',
    'bash',
    'haskell',
    'css',
    'diff',
    'php',
    'ruby',
    'powershell',
    'terraform',
    'zig',
  ])('keeps the text of %s', async (name) => {
    const text = `<b title='x' id="y">&amp; &lt;</b> <script>a("<i>")</script> /* */ # -- \${a} 'b' "c\\"" \n+1 -2\n@@ 1`;
    const element = await code(name, text);
    expect(element.textContent).toBe(text);
    expect(element.querySelector(':not(span)')).toBeNull();
  });

  it('skips code that takes long', async () => {
    expect((await code('rust', 'let a = 1;\n'.repeat(500))).childElementCount).toBe(0);
    expect((await code('rust', `let a = 1; ${'a'.repeat(250)}`)).childElementCount).toBe(0);
    expect((await code('rust', `let a = 1; ${'a '.repeat(250)}`)).childElementCount).toBe(0);
  });

  it('does not nest without end', async () => {
    const element = await code('rust', '/* '.repeat(100));
    expect(element.querySelectorAll('span').length).toBe(10);
    expect(element.textContent).toBe('/* '.repeat(100));
  });
});

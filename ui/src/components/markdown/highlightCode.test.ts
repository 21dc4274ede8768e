import { describe, expect, it } from 'vitest';
import { highlightCode } from './highlightCode';

function code(language: string, text: string): HTMLElement {
  const element = document.createElement('code');
  element.className = `language-${language}`;
  element.textContent = text;
  highlightCode(element);
  return element;
}

describe('highlight', () => {
  it('colours known languages, by their other names too', () => {
    expect(code('rust', 'let a = 1;').innerHTML).toContain('<span class="hljs-keyword">let</span>');
    expect(code('rs', 'let a = 1;').innerHTML).toContain('hljs-keyword');
    expect(code('hs', 'f :: Int -> Int').innerHTML).toContain('hljs-type');
    expect(code('nonsense', 'let a = 1;').innerHTML).toBe('let a = 1;');
    expect(code('__proto__', 'let a = 1;').innerHTML).toBe('let a = 1;');
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
  ])('keeps the text of %s', (name) => {
    const text = `<b title='x' id="y">&amp; &lt;</b> <script>a("<i>")</script> /* */ # -- \${a} 'b' "c\\"" \n+1 -2\n@@ 1`;
    const element = code(name, text);
    expect(element.textContent).toBe(text);
    expect(element.querySelector(':not(span)')).toBeNull();
  });

  it('skips code that takes long', () => {
    expect(code('rust', 'let a = 1;\n'.repeat(500)).childElementCount).toBe(0);
    expect(code('rust', `let a = 1; ${'a'.repeat(250)}`).childElementCount).toBe(0);
    expect(code('rust', `let a = 1; ${'a '.repeat(250)}`).childElementCount).toBe(0);
  });

  it('does not nest without end', () => {
    const element = code('rust', '/* '.repeat(100));
    expect(element.querySelectorAll('span').length).toBe(10);
    expect(element.textContent).toBe('/* '.repeat(100));
  });
});

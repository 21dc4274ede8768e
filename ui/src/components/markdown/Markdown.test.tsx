import { render as mount, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { Excerpt } from './Excerpt';
import { Markdown } from './Markdown';
import { loadEngine } from './rendering';

beforeAll(loadEngine);

function html(text: string): string {
  const { container, unmount } = mount(<Excerpt text={text} />);
  const shown = container.firstElementChild?.innerHTML.trim() ?? '';
  unmount();
  return shown;
}

/** Returns the address of the only link, or null if there is none. */
function href(text: string): string | null {
  const { container, unmount } = mount(<Markdown text={text} />);
  const address = container.querySelector('a')?.getAttribute('href') ?? null;
  unmount();
  return address;
}

describe('Markdown', () => {
  it('renders CommonMark and GFM', () => {
    expect(html('*a* **b** ~~c~~ `d`')).toBe('<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>');
    expect(html('> a\n\n3. b')).toContain('<blockquote>');
    expect(html('3. b')).toBe('<ol start="3">\n<li>b</li>\n</ol>');
  });

  it('puts headings below those of the page', () => {
    mount(<Markdown text={'# a\n\nb\n-\n\n###### c'} />);
    for (const [name, level] of [
      ['a', 3],
      ['b', 4],
      ['c', 6],
    ] as const)
      expect(screen.getByRole('heading', { name, level })).toBeVisible();
  });

  it('has no headings in a list, where titles are the headings', () => {
    mount(<Excerpt text="# a" />);
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.getByText('a').localName).toBe('h3');
  });

  it('shows tasks with boxes', () => {
    expect(html('- [ ] a\n- [x] b')).toBe('<ul>\n<li>☐ a</li>\n<li>☑ b</li>\n</ul>');
  });

  it('gives items and quotations the direction of their text', () => {
    expect(html('- one كيف\n- 1: كيف a')).toBe('<ul>\n<li>one كيف</li>\n<li dir="rtl">1: كيف a</li>\n</ul>');
    expect(html('> שלום')).toContain('<blockquote dir="rtl">');
  });

  it('names the footnotes of each text on a page', () => {
    const { container } = mount(
      <>
        <Markdown text={'a[^x]\n\n[^x]: one'} />
        <Markdown text={'b[^x]\n\n[^x]: two'} />
      </>,
    );
    const ids = Array.from(container.querySelectorAll('[id]'), ({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    for (const text of container.querySelectorAll('.markdown')) {
      const [reference, back] = text.querySelectorAll('a');
      expect(text.querySelector(reference?.hash ?? '')).toHaveTextContent(/one|two/);
      expect(text.querySelector(back?.hash ?? '')).toBe(reference);
    }
  });

  it('lets wide tables scroll', () => {
    const table = html('|a|b|\n|-|:-:|\n|1|2|');
    expect(table).toMatch(/^<div class="table-scroll" tabindex="0"><table>/);
    expect(table).toContain('<td align="center">2</td>');
  });

  it('keeps the class of the caller', () => {
    const { container } = mount(<Markdown text="a" className="card-text" />);
    expect(container.firstElementChild).toHaveClass('markdown', 'card-text');
  });

  it('follows its text', () => {
    const { rerender } = mount(<Markdown text="*a*" />);
    rerender(<Markdown text="**b**" />);
    expect(screen.getByText('b').tagName).toBe('STRONG');
    rerender(<Markdown text={'>'.repeat(100)} />);
    expect(screen.getByText('>'.repeat(100))).toHaveClass('markdown-source');
    rerender(<Markdown text="*a*" />);
    expect(screen.getByText('a').tagName).toBe('EM');
  });
});

describe('links', () => {
  it.each([
    'https://example.org/a?b=c&d#e',
    'http://example.org/a',
    '/question/1',
    '/',
    '#answer',
  ])('lead to %s', (address) => {
    expect(href(`[x](${address})`)).toBe(address);
  });

  it('open other sites in a new tab, without a reference to this one', () => {
    expect(html('[x](https://example.org)')).toBe(
      '<p><a href="https://example.org" target="_blank" rel="nofollow noopener noreferrer ugc">x</a></p>',
    );
    expect(html('[x](/a)')).toBe('<p><a href="/a">x</a></p>');
  });

  it.each([
    'mailto:a@b.c',
    '//example.org',
    'example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'https:example.org',
  ])('show %s as text after theirs', (address) => {
    expect(html(`[x](<${address}>)`)).toBe(`<p>x (${address})</p>`);
  });

  it('lead to mail addresses only in texts of the operator, and only to plain ones', () => {
    const mail = (text: string) => {
      const { container, unmount } = mount(<Excerpt text={text} hasMail />);
      const links = Array.from(container.querySelectorAll('a'), (link) => link.getAttribute('href'));
      unmount();
      return links;
    };
    expect(mail('[x](mailto:a+b@b.org), <c@b.org>, d@b.org, [r](/about/rules)')).toEqual([
      'mailto:a+b@b.org',
      'mailto:c@b.org',
      'mailto:d@b.org',
      '/about/rules',
    ]);
    for (const address of [
      'mailto:a@b.org?bcc=c@d.org',
      'mailto:a@b.org,c@d.org',
      'mailto:a%0A@b.org',
      'mailto:a&NewLine;@b.org',
      'mailto:&quot;onclick=alert(1)@b.org',
      'javascript:alert(1)//a@b.org',
      'javascript:mailto:a@b.org',
      'data:text/html,mailto:a@b.org',
    ])
      expect(mail(`[x](<${address}>)`).filter((link) => !/^mailto:[a-z]@[bd].org$/.test(link ?? ''))).toEqual([]);
    expect(html('[x](mailto:a+b@b.org)')).toBe('<p>x (mailto:a+b@b.org)</p>');
  });

  it.each(['/&sol;example.org', '/&#47;example.org'])('do not leave the site by %s', (address) => {
    expect(href(`[x](${address})`)).toBe(address);
  });

  it('are found in running text', () => {
    expect(href('see https://example.org/a.')).toBe('https://example.org/a');
    expect(href('<https://example.org>')).toBe('https://example.org');
    expect(href('an older http://example.org')).toBe('http://example.org');
    expect(html('a@b.c')).toBe('<p>a@b.c</p>');
  });

  it('lead to tags', () => {
    expect(html('[tag:c++], \\[tag:a] `[tag:b]`')).toBe(
      '<p><a href="/questionPage?tag=c%2B%2B">c++</a>, [tag:a] <code>[tag:b]</code></p>',
    );
    expect(href('[tag:"><img]')).toBe('/questionPage?tag=%22%3E%3Cimg');
    expect(html('[tag:] [tag:a b]')).toBe('<p>[tag:] [tag:a b]</p>');
  });

  it('understand entities', () => {
    expect(href('[x](https://example.org/?a&amp;b)')).toBe('https://example.org/?a&b');
  });

  it('stand for images', () => {
    expect(html('![a cat](https://example.org/cat.png)')).toContain('>image: a cat</a>');
    expect(html('![a cat](ftp://example.org/cat.png)')).toBe('<p>image: a cat (ftp://example.org/cat.png)</p>');
    expect(html('[![a](https://example.org/a)](https://example.org/b)')).toBe(
      '<p><a href="https://example.org/b" target="_blank" rel="nofollow noopener noreferrer ugc">image: a</a></p>',
    );
  });
});

describe('raw HTML', () => {
  it.each([
    '<b>a</b>',
    '<script>a</script>',
    '<div>\n\na</div>',
    '<img src=x onerror=a>',
    '<!-- a -->',
    '<a id=x>',
  ])('is text: %s', (text) => {
    const { container } = mount(<Markdown text={text} />);
    expect(container).toHaveTextContent(text.replaceAll('\n\n', ' '));
    expect(container.querySelector('b, script, img, a, p div')).toBeNull();
  });

  it('cannot get in through the language of a fence', () => {
    expect(html('```"><img src=x>\na\n```')).toBe('<pre tabindex="0"><code>a\n</code></pre>');
  });

  it('keeps entities', () => {
    expect(html('&lt;b&gt; &copy; &#169;')).toBe('<p>&lt;b&gt; © ©</p>');
  });
});

describe('texts over a guard show their source', () => {
  it.each([
    ['too long', 'a '.repeat(50_001)],
    ['quotes in quotes', '> '.repeat(21)],
    ['lists in lists', Array.from({ length: 21 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['lists in lists, in one line', `${'- '.repeat(21)}a`],
    ['a line of markers, and one more', `${'- '.repeat(40_000)}a\nb`],
    ['lists of empty items', '- + '.repeat(11)],
    ['quotes in a fence that ends with its quote', `> \`\`\`\n\n${'> '.repeat(21)}a\n\`\`\``],
    ['quotes after a fence that is none', `$$\n\`\`\`\n$$\n${'> '.repeat(21)}a\n\`\`\``],
    ['lists in quotes', `${'> - '.repeat(11)}a`],
    ['a wide table', `${'|a'.repeat(61)}|\n${'|-'.repeat(61)}|`],
    ['a long table that is filled up', `${'|a'.repeat(60)}|\n${'|-'.repeat(60)}|\n${'a\n'.repeat(100)}`],
    ['emphasis in emphasis', `${'*a '.repeat(21)}b${'*'.repeat(21)}`],
    ['too much emphasis', '*a_ '.repeat(7_500)],
    ['too many brackets', '['.repeat(30_000)],
  ])('%s', (_, text) => {
    const { container } = mount(<Markdown text={text} />);
    expect(container.firstElementChild).toHaveClass('markdown-source');
    expect(container.textContent).toBe(text);
  });

  it.each([
    ['a long text', 'A *few* words of an `example`. '.repeat(8).concat('\n\n').repeat(115)],
    ['nested lists', Array.from({ length: 20 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['long lists', '- a\n'.repeat(1_000)],
    ['indented code', `${' '.repeat(80)}- a\n`.repeat(30)],
    ['a long rule', `${'- '.repeat(40)}\n\n${'* '.repeat(40)}`],
    ['a long rule in nested lists', `${'- '.repeat(19)}a\n${' '.repeat(38)}${'- '.repeat(40)}`],
    ['code of markers', `\`\`\`\n${'- '.repeat(40)}\n${'* '.repeat(40)}\n${'> '.repeat(40)}a\n\`\`\``],
    ['names in snake case', 'some_snake_case_name '.repeat(1_000)],
  ])('%s is not', (_, text) => {
    const { container } = mount(<Markdown text={text} />);
    expect(container.firstElementChild).not.toHaveClass('markdown-source');
  });
});

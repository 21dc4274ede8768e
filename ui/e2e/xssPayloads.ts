/**
 * Texts that try to run `pwn()` in the reader's page, or to block it. None of them may have an
 * effect: no script, no request, no form, no overlay and no long task.
 */

const TAB = '\t';
const NUL = '\0';

/** Cross-site scripting payloads in Markdown, HTML and TeX. */
export const attacks: readonly string[] = [
  // Elements that run script by themselves
  '<script>pwn()</script>',
  '<ScRiPt >pwn()</sCrIpT\n>',
  '<script/src="data:text/javascript,pwn()"></script>',
  '<scr<script>ipt>pwn()</scr</script>ipt>',
  '<script>/*\n\n</p>*/pwn()</script>',
  '<img src=x onerror=pwn()>',
  '<img/src=x/onerror=pwn()//',
  '<img src="x` `<script>pwn()</script>"` `>',
  '<img src=x:x onerror\n=\npwn()>',
  '<image src=x onerror=pwn()>',
  '<body onload=pwn()>',
  '<iframe src="javascript:pwn()"></iframe>',
  '<iframe srcdoc="&lt;script&gt;parent.pwn()&lt;/script&gt;"></iframe>',
  '<object data="javascript:pwn()"></object>',
  '<embed src="javascript:pwn()">',
  '<video><source onerror=pwn()></video>',
  '<audio src=x onerror=pwn()>',
  '<details open ontoggle=pwn()>open</details>',
  '<input autofocus onfocus=pwn()>',
  '<select autofocus onfocus=pwn()><option>1</select>',
  '<textarea autofocus onfocus=pwn()></textarea>',
  '<button popovertarget=p>x</button><div popover id=p onbeforetoggle=pwn()>y</div>',
  '<marquee onstart=pwn()>x</marquee>',
  '<div onanimationstart=pwn() style="animation:x 1s">x</div>',
  '<p style="position:fixed;inset:0;background:red">over everything</p>',
  '<style>*{background:url(/steal)}</style>',
  '<link rel=stylesheet href=/steal.css>',
  '<meta http-equiv=refresh content="0;url=javascript:pwn()">',
  '<base href="https://evil.example/">',
  '<form action=/user/logout method=post><button>log in</button></form>',
  '<x-element onclick=pwn()>x</x-element>',
  '<template><script>pwn()</script></template>',
  '<template shadowrootmode=open><img src=x onerror=pwn()></template>',
  '<!--><script>pwn()</script>-->',
  '<!-- --!><img src=x onerror=pwn()> -->',
  '<?xml-stylesheet href="javascript:pwn()"?>',
  '<![CDATA[<img src=x onerror=pwn()>]]>',
  '<!DOCTYPE x [<!ENTITY e "<script>pwn()</script>">]>&e;',

  // SVG, MathML and parser differences
  '<svg onload=pwn()>',
  '<svg/onload=pwn()//',
  '<svg><script>pwn()</script></svg>',
  '<svg><script href="data:text/javascript,pwn()" /></svg>',
  '<svg><a xlink:href="javascript:pwn()"><text y=20>x</text></a></svg>',
  '<svg><animate onbegin=pwn() attributeName=x dur=1s></svg>',
  '<svg><set attributeName=href to="javascript:pwn()" /></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>pwn()</script></svg>#x"/></svg>',
  '<svg><foreignObject><iframe src="javascript:pwn()"></iframe></foreignObject></svg>',
  '<svg><style><img src="</style><img src=x onerror=pwn()>"></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=pwn()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=pwn()&gt;">',
  '<math><mi><style><img src=x onerror=pwn()></style></mi></math>',
  '<math href="javascript:pwn()">x</math>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=pwn()></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=pwn()>',
  '<noscript><p title="</noscript><img src=x onerror=pwn()>"></noscript>',
  '<noembed><img title="</noembed><img src=x onerror=pwn()>"></noembed>',
  '<noframes><style></noframes><img src=x onerror=pwn()></style></noframes>',
  '<xmp><img title="</xmp><img src=x onerror=pwn()>"></xmp>',
  '<title><img title="</title><img src=x onerror=pwn()>"></title>',
  '<table><td><form><table></form><img src=x onerror=pwn()>',
  '<p><svg><p><style><!--</style><img src=x onerror=pwn()>--></style>',
  '<select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=pwn()>">',
  `<img src=x onerror${NUL}=pwn()>`,
  `<scr${NUL}ipt>pwn()</scr${NUL}ipt>`,
  '<a\u00a0href=javascript:pwn()>x</a>',
  '＜script＞pwn()＜/script＞',
  '<img src=x onerror=pwn()\u2028>',

  // Clobbering of the page's own names
  '<a id=root></a>',
  '<img name=getElementById>',
  '<form id=document><input name=cookie></form>',
  '<a id=trustedTypes><a id=trustedTypes name=createPolicy href="https://evil.example/">',
  '<form name=body><input name=firstChild></form>',
  '<img name=pwn id=pwn class=math>',

  // Links
  '[x](javascript:pwn())',
  '[x](JaVaScRiPt:pwn())',
  '[x](<javascript:pwn()>)',
  '[x](<java\\script:pwn()>)',
  `[x](<java${TAB}script:pwn()>)`,
  `[x](<${TAB}javascript:pwn()>)`,
  '[x](\u0001javascript:pwn())',
  '[x](\u001fjavascript:pwn())',
  `[x](java${NUL}script:pwn())`,
  '[x](javascript&colon;pwn&lpar;&rpar;)',
  '[x](&#106;avascript:pwn())',
  '[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;pwn())',
  '[x](java&Tab;script:pwn())',
  '[x](java&NewLine;script:pwn())',
  '[x](javascript%3Apwn())',
  '[x](%6aavascript:pwn())',
  '[x](javascript://https://example.org/%0apwn())',
  '[x](vbscript:pwn())',
  '[x](data:text/html,<script>pwn()</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD5wd24oKTwvc2NyaXB0Pg==)',
  '[x](blob:https://example.org/1)',
  '[x](file:///etc/passwd)',
  '[x](view-source:https://example.org)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  `[x](</${TAB}/evil.example>)`,
  '[x](\\/evil.example)',
  '[x](/&sol;evil.example)',
  '[x](/&#47;evil.example)',
  '[x](https://example.org/&quot;onmouseover=pwn())',
  '[x](https:evil.example)',
  '[x](https:/\\evil.example)',
  '[x](https://example.org/" onmouseover="pwn())',
  "[x](https://example.org/' onmouseover='pwn())",
  '[x](https://example.org/ "a" onmouseover="pwn()")',
  '[x](https://example.org "&quot; onmouseover=&quot;pwn()")',
  '[x](https://example.org/`onmouseover=pwn()`)',
  '[x](https://example.org/\u202egnp.exe)',
  '[\u202ehttps://good.example](https://evil.example)',
  '[x](https://user:password@evil.example)',
  '[x](https://\u0441\u0430ndle.example)',
  '[a](javascript:pwn() "[b](https://example.org)")',
  '[<img src=x onerror=pwn()>](https://example.org)',
  '[![x](x" onerror="pwn())](javascript:pwn())',
  '![x](javascript:pwn())',
  '![x" onerror="pwn()](x)',
  '![x](https://example.org/x.png" onload="pwn())',
  '![`"><img src=x onerror=pwn()>`](https://example.org/x.png)',
  '![x](data:image/svg+xml,<svg onload=pwn()>)',
  '[x]\n\n[x]: javascript:pwn()',
  '[x][y]\n\n[y]: <java\nscript:pwn()>',
  '[x][y]\n\n[y]: data:text/html,x "t" onclick="pwn()"',
  '[__proto__]\n\n[__proto__]: javascript:pwn()',
  '[constructor][toString]\n\n[toString]: /x',
  '<javascript:pwn()>',
  '<JAVASCRIPT:pwn()>',
  '<data:text/html,<script>pwn()</script>>',
  '<https://example.org/"onmouseover="pwn()>',
  '<pwn@example.org?subject=x"onclick="pwn()>',
  'https://example.org/"onmouseover="pwn()',
  "https://example.org/?q='><script>pwn()</script>",
  'www.example.org/"><img/src/onerror=pwn()>',
  'javascript:pwn()',
  'https://example.org/\u0000javascript:pwn()',

  // Code and tables
  '```"><img src=x onerror=pwn()>\nx\n```',
  '```js" onclick="pwn()\nx\n```',
  '```html\n<img src=x onerror=pwn()>\n<script>pwn()</script>\n```',
  '```xml\n<![CDATA[</code></pre><script>pwn()</script>]]>\n```',
  '<kbd><img src=x onerror=pwn()></kbd><sub onclick=pwn()>x</sub><sup><script>pwn()</script></sup>',
  '<kbd>[x](javascript:pwn())<sub>',
  '```mermaid\ngraph TD\n  A["<img src=x onerror=pwn()>"] --> B["<script>pwn()</script>"]\n  click A "javascript:pwn()"\n  style A fill:red"onload=pwn()\n```',
  '>! <img src=x onerror=pwn()>\n>! [x](javascript:pwn())\n>! <details ontoggle=pwn()>',
  'x[^a"onmouseover=pwn()] [^b]\n\n[^a"onmouseover=pwn()]: <img src=x onerror=pwn()>\n[^b]: [x](javascript:pwn())',
  '[^body] [^cookie]\n\n[^body]: x\n[^cookie]: x\n\n[x](#note-1)',
  '> [!NOTE]\n> <img src=x onerror=pwn()> [x](javascript:pwn())\n\n> [!"><img src=x onerror=pwn()>]\n> x',
  '<details>\n<summary><svg onload=pwn()></summary>\n<img src=x onerror=pwn()>\n[x](javascript:pwn())\n</details>',
  '<details open ontoggle=pwn()>\nx\n</details>\n\n<details open>\n<summary ontoggle=pwn()>x</summary>\n</details>',
  '<details><script>pwn()</script>\n</details></details><summary>',
  '<kbd/onmouseover=pwn()>x</kbd><kbd>"><svg onload=pwn()></kbd>',
  '```markdown\n[x](javascript:pwn())\n<script>pwn()</script>\n```',
  '```__proto__\nx\n```',
  '```math\n\\href{javascript:pwn()}{x}\n```',
  '~~~ <script>pwn()</script>\nx\n~~~',
  '`<img src=x onerror=pwn()>`',
  '``</code><script>pwn()</script>``',
  '<code><img src=x onerror=pwn()></code>',
  '<pre>&lt;img src=x onerror=pwn()&gt;</pre>',
  '<kbd>[x](javascript:pwn())<b onclick=pwn()></kbd>',
  '    <script>pwn()</script>',
  '| a |\n|---|\n| <img src=x onerror=pwn()> |',
  '| a" onclick="pwn() |\n|:-:" onclick="pwn()|\n| b |',
  '- [x] <img src=x onerror=pwn()>',
  '&lt;script&gt;pwn()&lt;/script&gt;',
  '&#60;img src=x onerror=pwn()&#62;',
  '\\<img src=x onerror=pwn()>',
  '<**img src=x onerror=pwn()**>',

  // TeX
  '$\\href{javascript:pwn()}{x}$',
  '$\\href{https://evil.example}{x}$',
  '$\\url{javascript:pwn()}$',
  '$\\htmlData{pwn=1}{x}$',
  '$\\htmlId{root}{x}$',
  '$\\htmlClass{math-display markdown}{x}$',
  '$\\htmlStyle{position:fixed;inset:0}{x}$',
  '$\\includegraphics[width=9em]{https://evil.example/x.png}$',
  '$\\includegraphics{javascript:pwn()}$',
  '$\\text{<img src=x onerror=pwn()>}$',
  '$<img src=x onerror=pwn()>$',
  '$$\n</div><script>pwn()</script>\n$$',
  '$\\color{red;background:url(/steal)}{x}$',
  '$\\textcolor{#f00" onclick="pwn()}{x}$',
  '$\\colorbox{url(javascript:pwn())}{x}$',
  '$\\rule{9999em}{9999em}$',
  '$\\raisebox{9999em}{\\text{over everything}}$',
  '$\\kern-9999em x$',
  '$\\smash{\\rule[-99em]{99em}{200em}}$',
  '$\\gdef\\x{<script>pwn()</script>}\\x$ $\\x$',
  '$\\def\\x{\\x\\x}\\x$',
  '$\\unknown<script>pwn()</script>$',
  '$\\unicode{x3c}script\\unicode{x3e}$',
  '$\\char"3C script$',
  '$\\fcolorbox{red}{blue}{x} \\pmb{x} \\vec{x} \\left(\\frac{\\frac12}{\\frac34}\\right)$',
  '$\\cancel{x}\\phase{-78}\\overbrace{abc}\\sqrt[3]{x}\\oiint\\boxed{x}$',
  '$$\\begin{matrix}a&b\\\\c&d\\end{matrix}\\tag{<b>1</b>}$$',
  '$\\tag{x}$',
  '$\\verb|<script>pwn()</script>|$',
  '$`<img src=x onerror=pwn()>`$',
  '$\\operatorname{<img src=x onerror=pwn()>}$',

  // Text that misleads
  '\u202e)(nwp\u202c [x](https://example.org)',
  '\u2066\u2069\u200f\u200e\ufeff',
  `${'Z\u0351\u036b\u0343\u036a\u0302'.repeat(200)}`,
  `a${NUL}b`,
  '\ud83d [x](https://example.org/\ud83d)',
  '\u001b]8;;javascript:pwn()\u001b\\x\u001b]8;;\u001b\\',
];

/**
 * Transformations of a payload that a browser or a renderer can still interpret as the original.
 */
const encodings: readonly ((text: string) => string)[] = [
  // Case
  (text) =>
    text.replace(/<\/?[a-z]+|\bon[a-z]+(?==)|javascript|script/g, (word) =>
      [...word].map((letter, index) => (index % 2 ? letter.toUpperCase() : letter)).join(''),
    ),
  // Entities, with and without their semicolon
  (text) => text.replace(/[:()'"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  (text) => text.replace(/[<>=j]/g, (sign) => `&#x00${sign.charCodeAt(0).toString(16)}`),
  // White space
  (text) => text.replace(/ (?=[a-z:]+=)/g, '\f').replace(/javascript/gi, 'java\tscript'),
  (text) => text.replace(/<([a-z]+) /g, '<$1/\n/').replace(/=/g, '\n=\n'),
  // After what may end an attribute, an element, or a text
  (text) => `x"'>--></title></textarea></style></script></template></svg>${text}`,
  // Within Markdown
  (text) => `**[${text}](https://example.org "${text}")**`,
  (text) => `> - ${text}\n\n| ${text} |\n|---|\n| ${text} |`,
];

/** Elements that load or animate, with every event handler. */
const handlers =
  'a audio b body button details div dialog embed form frameset iframe img input isindex keygen link marquee math object p s select style svg table textarea video x'
    .split(' ')
    .flatMap((element) =>
      'onload onerror onfocus onclick onmouseover onanimationend ontoggle onpointerenter onbeforematch onscrollsnapchange'
        .split(' ')
        .map(
          (handler) => `<${element} ${handler}=pwn() src=x open autofocus tabindex=0 hidden=until-found>x</${element}>`,
        ),
    );

/**
 * Returns all payloads including `more`. A full run has every attack in every encoding; otherwise
 * each attack has two encodings, which vary between attacks.
 */
export function allPayloads(more: readonly string[], isFullRun: boolean): string[] {
  const spelled = attacks.flatMap((text, index) =>
    encodings.filter((_, number) => isFullRun || (index + number) % 4 === 0).map((spell) => spell(text)),
  );
  const all = [...attacks, ...spelled, ...handlers, ...more].filter((text) => text.trim() !== '');
  return [...new Set(all)];
}

declare module 'highlightjs-zig/src/languages/zig' {
  const define: import('highlight.js').LanguageFn;
  export default define;
}

/** Commands of LaTeX, MathJax and Wikipedia that KaTeX does not know, in terms of those that it knows. */
export const MACROS: Readonly<Record<string, string>> = {
  '\\mbox': '\\text',
  '\\cancelto': '{\\cancel{#2}}^{#1}',
  '\\sideset': '\\mathop{{\\vphantom{#3}}#1{#3\\nolimits#2}}',
  '\\iiiint': '\\mathop{\\iint\\!\\!\\!\\iint}\\nolimits',
  // Of texvc, the TeX of Wikipedia.
  '\\and': '\\land',
  '\\ang': '\\angle',
  '\\arccot': '\\operatorname{arccot}',
  '\\arccsc': '\\operatorname{arccsc}',
  '\\arcsec': '\\operatorname{arcsec}',
  '\\or': '\\lor',
  '\\part': '\\partial',
  '\\sgn': '\\operatorname{sgn}',
  '\\C': '\\mathbb{C}',
  '\\Q': '\\mathbb{Q}',
  '\\idotsint': '\\mathop{\\int\\cdots\\int}\\nolimits',
};

/** Where the key leads, pressed together with Ctrl. */
export const shortcuts = [
  { key: 'P', leadsTo: 'Your profile' },
  { key: 'H', leadsTo: 'Home' },
  { key: 'Q', leadsTo: 'Questions' },
  { key: 'M', leadsTo: 'Direct messages' },
  { key: 'K', leadsTo: 'Communities' },
] as const;

/** The site's sign: a colonnade. Decorative, since the title always stands beside it. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d="M16 2 30 9.5V13H2V9.5z" />
      <path d="M4 14.5h4V26H4zm6.7 0h4V26h-4zm6.6 0h4V26h-4zm6.7 0h4V26h-4z" />
      <path d="M2 27.5h28V31H2z" />
    </svg>
  );
}

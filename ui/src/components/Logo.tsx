import { base } from '../api/base';

/** Shows the logo, a colonnade. */
export function Logo({ size = 32 }: { size?: number }) {
  return <img src={`${base}/favicon.svg`} alt="" width={size} height={size} />;
}

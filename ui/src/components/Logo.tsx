import { base } from '../api/base';

/** The colonnade. */
export function Logo({ size = 32 }: { size?: number }) {
  return <img src={`${base}/favicon.svg`} alt="" width={size} height={size} />;
}

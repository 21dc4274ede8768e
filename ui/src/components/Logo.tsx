import { useState } from 'react';
import { base } from '../api/base';
import { site } from '../lib/site';

/** Shows the logo: the picture that administrators have chosen, or a colonnade. `size` is its height. */
export function Logo({ size = 32 }: { size?: number }) {
  const [failed, setFailed] = useState<string>();
  const { logo } = site;
  if (!logo || logo === failed) return <img src={`${base}/favicon.svg`} alt="" width={size} height={size} />;
  const style = { height: size, maxWidth: 4 * size, objectFit: 'contain' } as const;
  return <img src={`${base}/site/getLogo/${logo}`} alt="" style={style} onError={() => setFailed(logo)} />;
}

import type { ReactNode } from 'react';
import { Cover } from '../../components/Cover';
import { Excerpt } from '../../components/markdown/Excerpt';
import { OperatorLinks } from '../../components/OperatorLinks';
import { site } from '../../lib/site';

/** The cover and the operator's welcome beside the login and sign-up forms, links to the rules and similar pages. */
export default function AboutSite(): ReactNode {
  return (
    <>
      <Cover />
      {site.welcome && (
        <div>
          <Excerpt text={site.welcome} hasMail />
        </div>
      )}
      <OperatorLinks />
    </>
  );
}

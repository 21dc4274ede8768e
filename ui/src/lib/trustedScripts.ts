/** The scripts that run beside the page, which the page's policy asks to be named by one place. */
import { base } from '../api/base';

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string };
};

/** Matches the paths of the service worker and of the script that draws diagrams. */
const ALLOWED = /^\/(?:sw\.js|assets\/diagramWorker-[\w-]+\.js)$/;

function allowed(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  if (origin !== location.origin || !pathname.startsWith(base) || !ALLOWED.test(pathname.slice(base.length)))
    throw new TypeError(`${address} may not run`);
  return address;
}

let policy: { createScriptURL: (address: string) => string } | undefined;

/** Returns the address of a script in the form that the browser accepts. Throws unless it is one of ours. */
export function trustedScript(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('stoa-worker', { createScriptURL: allowed }) ?? { createScriptURL: allowed };
  return policy.createScriptURL(address);
}

import { afterEach, expect, it, vi } from 'vitest';
import { trustedScript } from './trustedScripts';

afterEach(() => void vi.unstubAllGlobals());

it('accepts the scripts that run beside the page, and no others', () => {
  const createPolicy = vi.fn((_name: string, rules: object) => rules);
  vi.stubGlobal('trustedTypes', { createPolicy });
  for (const address of ['/sw.js', `${location.origin}/assets/diagramWorker-a_B-1.js`])
    expect(trustedScript(address)).toBe(address);
  for (const address of [
    'https://evil.example/sw.js',
    '//evil.example/sw.js',
    '/media/sw.js',
    '/assets/index-a.js',
    '/assets/../media/diagramWorker-a.js',
    'data:text/javascript,alert(1)',
    'blob:x',
    '',
  ])
    expect(() => trustedScript(address), address).toThrow('may not run');
  // A page may create a policy once.
  expect(createPolicy).toHaveBeenCalledTimes(1);
});

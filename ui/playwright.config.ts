import { defineConfig } from '@playwright/test';

/**
 * Runs browsers against the real binary. Each worker starts its own server (see `e2e/site.ts`).
 *
 * The gate leaves out what is tagged `@full`: long or repeated forms of what a shorter test covers.
 * `scripts/test full` runs everything.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.pw/results',
  fullyParallel: true,
  workers: 2,
  // A busy machine is slow. Endless tests still fail.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A test that passes at the second attempt waits for the wrong thing.
  retries: 0,
  reporter: [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 850 },
    screenshot: 'only-on-failure',
    launchOptions: {
      // The headless shell takes half the time of the full browser.
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: /phone\.spec/ },
    {
      name: 'phone',
      testMatch: /phone\.spec/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});

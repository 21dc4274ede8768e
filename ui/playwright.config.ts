import { defineConfig } from '@playwright/test';

/** Runs browsers against the real binary. Each worker starts its own server (see `e2e/site.ts`). */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.pw/results',
  fullyParallel: true,
  workers: 2,
  // One retry, because a busy machine can be late: a test that passes on retry is reported as
  // flaky.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 1,
  reporter: [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 850 },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
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

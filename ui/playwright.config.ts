import { defineConfig } from '@playwright/test';

/** Browsers against the real binary: each worker starts one of its own (see `e2e/site.ts`). */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.pw/results',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  reporter: [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 850 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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

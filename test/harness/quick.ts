/** `npm run test:quick` has SQLite only: no PostgreSQL and no browser. */
export const isQuickRun = process.env.PAGEKEEP_TEST_QUICK === '1';

/** Values of `skip` for a test that needs one of these, in a file that the quick run includes. */
export const noPostgres = isQuickRun && 'needs PostgreSQL';
export const noBrowser = isQuickRun && 'needs a browser';

/** Called where PostgreSQL or a browser is started, so that the quick run starts none by accident. */
export function refuseInQuickRun(need: 'PostgreSQL' | 'a browser'): void {
  if (isQuickRun) throw new Error(`The quick run does not start ${need}: CONTRIBUTING.md says how to mark the test.`);
}

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take longest, mostly by waiting. A file that began last would keep a whole run waiting for it alone. */
export const longest = [
  'apps/api/src/cleaning/turnover.test.ts',
  'apps/api/test/abuse/matrix.test.ts',
  'apps/web/test/session-page.browser.test.ts',
  'tools/pack/pack-client.test.ts',
  'apps/web/test/payment.browser.test.ts',
  'apps/api/src/payments/run-audit.test.ts',
  'apps/api/src/streaming/revocation.test.ts',
  'apps/api/src/streaming/screen-live.test.ts',
  'apps/web/test/session-layout.browser.test.ts',
];

/** The longest files before the others; isolated files stay before all, because a shared worker ends at each of them. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number =>
      project.config.isolate ? 0 : longest.some((path) => moduleId.endsWith(path)) ? 1 : 2;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

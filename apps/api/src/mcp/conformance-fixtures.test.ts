// The official conformance suite with its fixture: tools, resources and prompts of fixed names behind our own mount, which carries
// every kind of answer to them. For the proof alone.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ConformanceSuite } from '../../test/conformance-suite.ts';
import { serveWithKey, writeFigures } from '../../test/serve-with-key.ts';
import { useTestApp } from '../../test/use-test-app.ts';

vi.mock('./server.ts', async () => {
  const { createFixtureServer } = await import('../../test/mcp-fixture-server.ts');
  return { createServer: createFixtureServer };
});

/** A registry may be slow. */
const installWithinMs = 600_000;
const isProof = process.env['PROOF_SIZE'] !== undefined;
const site = useTestApp();
let suite: ConformanceSuite | undefined;
let served: Awaited<ReturnType<typeof serveWithKey>> | undefined;

beforeAll(async () => {
  if (!isProof) return;
  suite = new ConformanceSuite();
  await suite.install();
}, installWithinMs);
afterAll(() => {
  served?.stop();
  if (suite === undefined) return;
  writeFigures('fixture', { passed_with_fixture: suite.passed, left_out_with_fixture: suite.leftOut });
  suite.remove();
});

test.for([
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'tools-call-with-logging',
  'json-schema-2020-12',
  'server-stateless',
  'http-header-validation',
  'caching',
  'dns-rebinding-protection',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
])('with the fixture: %s', { timeout: 90_000 }, async (scenario, { skip }) => {
  if (suite === undefined) return skip('only npm run proof -- mcp installs the suite');
  served ??= await serveWithKey(site);
  expect(await suite.run(served.url, scenario)).toEqual([]);
});

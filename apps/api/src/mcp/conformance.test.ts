// The official conformance suite and the inspector's command line against our own tools. They send no credentials, so a small
// server before ours adds a key. Both are installed into folders of their own, by the proof alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConformanceSuite } from '../../test/conformance-suite.ts';
import { installInto, runProgram, serveWithKey, writeFigures } from '../../test/serve-with-key.ts';
import { useTestApp } from '../../test/use-test-app.ts';

const inspectorPackage = '@modelcontextprotocol/inspector@2.12.0';
/** A registry may be slow. */
const installWithinMs = 600_000;
const isProof = process.env['PROOF_SIZE'] !== undefined;
const whyNot = 'only npm run proof -- mcp installs the programs of others';
const site = useTestApp();
let suite: ConformanceSuite | undefined;
let place: string;
let served: Awaited<ReturnType<typeof serveWithKey>> | undefined;
const inspected: Record<string, string> = {};

beforeAll(async () => {
  if (!isProof) return;
  suite = new ConformanceSuite();
  place = mkdtempSync(join(tmpdir(), 'pocketfleet-inspector-'));
  await suite.install();
  await installInto(place, [inspectorPackage]);
}, installWithinMs);
afterAll(() => {
  served?.stop();
  if (suite === undefined) return;
  writeFigures('tools', { passed: suite.passed, left_out: suite.leftOut, inspector: inspected });
  suite.remove();
  rmSync(place, { recursive: true, force: true });
});

const getServed = async () => {
  served ??= await serveWithKey(site);
  return served;
};

/** Checks that ask for prompts or resources, of which we have none; those that want a tool of a fixed name say so themselves. */
const isNotOurs = ({ check, error }: { check: string; error: string }): boolean =>
  /^(Prompts|Resources|ResourcesTemplates)/.test(check) || error.startsWith('Not testable');

test.for([
  'server-initialize',
  'ping',
  'tools-list',
  'server-stateless',
  'http-header-validation',
  'caching',
  'dns-rebinding-protection',
])('%s', { timeout: 90_000 }, async (scenario, { skip }) => {
  if (suite === undefined) return skip(whyNot);
  expect(await suite.run((await getServed()).url, scenario, isNotOurs)).toEqual([]);
});

/** `--cli`: one call, its result as JSON on stdout. */
async function inspect(what: string, url: string, ...args: readonly string[]) {
  const program = join(place, 'node_modules/.bin/mcp-inspector');
  const ran = await runProgram(program, ['--cli', url, '--transport', 'http', ...args], place);
  inspected[what] = `exit ${ran.status}`;
  return ran;
}

test.for(['legacy', 'modern'] as const)(
  'the inspector lists and calls our tools: %s',
  { timeout: 120_000 },
  async (era, { skip }) => {
    if (!isProof) return skip(whyNot);
    const { url } = await getServed();
    const eraOption = ['--protocol-era', era];
    const list = await inspect(
      `${era}: tools/list --strict`,
      url,
      '--method',
      'tools/list',
      '--strict',
      ...eraOption,
    );
    expect(list, list.output).toMatchObject({ status: 0 });
    for (const name of ['phones_list', 'screen_read', 'tap', 'batch', 'ask_human'])
      expect(list.output).toContain(`"${name}"`);
    const called = ['--method', 'tools/call', ...eraOption, '--tool-name'];
    const phones = await inspect(`${era}: phones_list`, url, ...called, 'phones_list');
    expect(phones, phones.output).toMatchObject({ status: 0 });
    expect(phones.output).toContain('structuredContent');
    // A phone that nobody has is an answer with its reason, which the inspector tells by its exit status.
    const tap = await inspect(
      `${era}: tap without a phone`,
      url,
      ...called,
      'tap',
      '--tool-arg',
      'phone=PF-9',
      'ref=n1',
    );
    expect(tap.status, tap.output).toBe(5);
    expect(tap.output).toContain('No phone of yours is called this.');
    const wrong = await inspect(
      `${era}: wrong arguments`,
      url,
      ...called,
      'press',
      '--tool-arg',
      'phone=PF-9',
      'key=banana',
    );
    expect(wrong.status, wrong.output).not.toBe(0);
    const unknown = await inspect(`${era}: unknown tool`, url, ...called, 'rent');
    expect(unknown.status, unknown.output).not.toBe(0);
  },
);

test('the inspector is told to sign in where it has no key', { timeout: 120_000 }, async ({ skip }) => {
  if (!isProof) return skip(whyNot);
  const { bareUrl } = await getServed();
  const ran = await inspect('without a key', bareUrl, '--method', 'tools/list', '--stored-auth-only');
  expect(ran.status, ran.output).not.toBe(0);
  expect(ran.output).toMatch(/auth_required|unauthori[sz]ed|401/i);
});

test('the inspector’s load of 300 calls, ten at a time, is answered right', { timeout: 120_000 }, async ({
  skip,
}) => {
  if (!isProof) return skip(whyNot);
  const { url } = await getServed();
  const load = ['--load', '--load-requests', '300', '--load-concurrency', '10', '--protocol-era', 'modern'];
  const ran = await inspect('load', url, '--method', 'tools/call', '--tool-name', 'phones_list', ...load);
  expect(ran, ran.output).toMatchObject({ status: 0 });
  inspected['load'] = ran.output.trim().slice(0, 2_000);
});

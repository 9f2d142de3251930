// The document as customers' tools read it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generateTypes, lint } from '@pocketfleet/openapi-reader';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOpenApi } from './openapi.ts';

const document = createOpenApi('https://phones.pocketfleet.net');
const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-openapi-'));
const tsc = resolve(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');

beforeAll(async () => {
  writeFileSync(join(folder, 'types.ts'), await generateTypes(document));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(program: string): string {
  writeFileSync(join(folder, 'program.ts'), program);
  const options = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--types', ''];
  const ran = spawnSync(
    process.execPath,
    [tsc, ...options, '--allowImportingTsExtensions', join(folder, 'program.ts')],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  return ran.stdout;
}

test('Redocly’s linter finds nothing', async () => {
  expect(await lint(document)).toEqual([]);
});

test('generated types compile, and have names and statuses', () => {
  const said = compile(`
    import type { components, operations, paths, webhooks } from './types.ts';
    type Schemas = components['schemas'];
    export const phone = (it: Schemas['Device']): string => it.tag + it.connection_state;
    const tap: Schemas['ActOnDeviceRequest'] = { action: 'tap', ref: 'n12' };
    export type Read = operations['readScreen']['responses'][200]['content']['application/json'];
    export const texts = (it: Read): string[] => it.nodes.map(({ label }) => label);
    export type Refusal = components['responses']['Refused429']['content']['application/json'];
    export const code = (it: Refusal): 'too_many_requests' | string => it.code;
    export type Started = webhooks['rental.started']['post']['requestBody'] & {};
    export const tag = (it: Started['content']['application/json']): string => it.data.phone.tag;
    export type Key = NonNullable<paths['/orders']['post']['parameters']['header']>['Idempotency-Key'];
    export { tap };
  `);
  expect(said).toBe('');
});

test('generated types refuse what the server refuses', () => {
  const said = compile(`
    import type { components } from './types.ts';
    export const tap: components['schemas']['ActOnDeviceRequest'] = { action: 'dance' };
  `);
  expect(said).toContain('dance');
});

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ensureAgentDevice } from './agent-device.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pocketfleet-agent-device-'));
  vi.stubEnv('npm_config_cache', join(dir, 'empty-npm-cache'));
  // Nothing listens here, so each request to the registry fails.
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

it('gives a reason where there is no network, and leaves nothing half-installed', async () => {
  expect(await ensureAgentDevice(dir)).toEqual({
    reason: 'agent-device is not installed, and the package registry can not be reached',
  });
  expect(readdirSync(join(dir, 'agent-device'))).toEqual([]);
  expect(existsSync(join(dir, 'empty-npm-cache'))).toBe(true);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStateFolder } from './state-folder.ts';

const device = '0190a1b2-c3d4-7e5f-8a9b-0123456789ab';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pocketfleet-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a folder whose name is too long for a socket is refused with what to do', () => {
  const long = openStateFolder({ XDG_STATE_HOME: join(folder, 'x'.repeat(80)) }, 'linux');
  expect(() => long.socketPath(device)).toThrow(/set XDG_STATE_HOME to a shorter one/);
  expect(openStateFolder({ XDG_STATE_HOME: folder }, 'linux').socketPath(device)).toMatch(/\.sock$/);
});

it('on Windows each user and phone has a pipe of its own', () => {
  const paths = ['a', 'b'].flatMap((user) => {
    const state = openStateFolder({ XDG_STATE_HOME: join(folder, user.repeat(80)) }, 'win32');
    return [state.socketPath(device), state.socketPath('0190a1b2-ffff-7e5f-8a9b-0123456789ab')];
  });
  expect(new Set(paths).size).toBe(4);
  for (const path of paths) expect(path).toMatch(/^\\\\\.\\pipe\\pocketfleet-[0-9a-f]{16}-[0-9a-f-]{18}$/);
});

it('keeps why a phone was lost until it is connected again', () => {
  const state = openStateFolder({ XDG_STATE_HOME: folder });
  const end = {
    device_id: device,
    tag: 'PF-001',
    at: '2026-11-25T10:00:00Z',
    detail: 'Your rental has ended.',
  };
  state.noteEnd(end);
  expect(state.listEnds()).toEqual([end]);
  // A file of another program.
  writeFileSync(join(folder, 'pocketfleet/bridges/other.end'), 'not ours');
  expect(state.listEnds()).toEqual([end]);
  state.forgetEnd(device);
  expect(state.listEnds()).toEqual([]);
});

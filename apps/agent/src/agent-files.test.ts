import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startAgent } from './agent.ts';
import { readConfig } from './config.ts';

test.each(['host.json', 'host-key.pem', 'adb-key.pem'])(
  'an agent whose %s a damaged disk has emptied says which file it is, and starts nothing',
  (file) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pf-agent-files-'));
    writeFileSync(join(dataDir, file), '');
    const config = readConfig({
      CONTROL_PLANE_URL: 'ws://127.0.0.1:9',
      AGENT_DATA: dataDir,
      ADB_PROGRAM: '',
      SCRCPY_SERVER: process.env['SCRCPY_SERVER'],
    });
    const deps = { log: pino({ level: 'silent' }), onReady: () => undefined, onRefused: () => undefined };
    expect(() => startAgent(config, deps)).toThrow(`${join(dataDir, file)} is damaged. Put a copy`);
    rmSync(dataDir, { recursive: true });
  },
);

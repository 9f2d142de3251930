// One fresh start of the whole product for all journeys: a new data folder, ports of its own.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findFreePort } from '../tools/postgres/free-port.ts';
import { runStart } from '../tools/start/start-run.ts';
import { removePlace } from '../tools/test-run/remove-place.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the site, from the ready line. */
    site: string;
    /** Address of the operator port. */
    operator: string;
    /** The port to which agents connect. */
    agentPort: number;
    dataDir: string;
    /** The supervisor's process; the product's processes are its children. */
    startPid: number;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = mkdtempSync(join(tmpdir(), 'pocketfleet-e2e-'));
  const operatorPort = await findFreePort();
  const agentPort = await findFreePort();
  const run = runStart(resolve(import.meta.dirname, '../tools/start.mjs'), {
    PORT: String(await findFreePort()),
    OPERATOR_PORT: String(operatorPort),
    AGENT_PORT: String(agentPort),
    POCKETFLEET_DATA: join(place, 'data'),
    DATABASE_URL: '',
  });
  const finish = async (): Promise<void> => {
    await run.stop();
    removePlace(place);
  };
  try {
    project.provide('site', await run.ready);
  } catch (error) {
    await finish();
    throw error;
  }
  project.provide('operator', `http://127.0.0.1:${operatorPort}`);
  project.provide('agentPort', agentPort);
  project.provide('startPid', run.child.pid ?? 0);
  project.provide('dataDir', join(place, 'data'));
  return finish;
}

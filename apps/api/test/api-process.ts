// The API as a process of its own, to be killed.
import { type ProgramProcess, spawnProgram } from './program-process.ts';

export type ApiProcess = ProgramProcess;

/** Starts it and returns when it says that it is ready. */
export async function startApiProcess(env: Record<string, string>): Promise<ApiProcess> {
  const started = spawnApiProcess(env);
  await started.ready;
  return started;
}

export function spawnApiProcess(env: Record<string, string>): ApiProcess {
  return spawnProgram('apps/api/src/main.ts', env);
}

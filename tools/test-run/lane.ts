// A program of a test run beside others: what it prints is kept until it ends, so lanes never mix their lines.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { listTree, readCommandLine } from '../../bench/process-tree.ts';
import type { Progress } from './progress.ts';

export type LaneEnd = { readonly code: number; readonly output: string; readonly seconds: number };

type Lane = {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  /** Prints at once, for a run with one lane. */
  readonly isLive: boolean;
  readonly onProgress?: (progress: Progress) => void;
  /** Yields the cores to lanes whose tests wait for something with a time limit. */
  readonly canWait?: boolean;
};

const keptOutput = 4_000_000;
/** The video encoder's library writes two warnings for each capture of a virtual phone, and has no setting for it. */
const encoderLines = /^\[libopenh264 @ .*\n/gm;
const running = new Set<ChildProcess>();

export function runLane({ args, cwd, env, isLive, onProgress, canWait }: Lane): Promise<LaneEnd> {
  const startedMs = performance.now();
  const out = isLive ? 'inherit' : 'pipe';
  const colours = isLive ? {} : process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', out, out, 'ipc'],
    env: { ...process.env, ...colours, ...env },
  });
  running.add(child);
  if (canWait === true && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-keptOutput);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.on('message', (message) => onProgress?.(message as Progress));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      running.delete(child);
      done({
        code: code ?? 1,
        output: output.replace(encoderLines, ''),
        seconds: (performance.now() - startedMs) / 1_000,
      });
    });
  });
}

/**
 * Ends every lane and all that they started, also what has left their process group. Databases and products end by
 * themselves once nobody holds their channel: they get the first time limit for it, the others are for what hangs.
 */
export async function stopLanes(
  limitsMs: readonly [number, number, number] = [5_000, 8_000, 2_000],
): Promise<void> {
  const lanes = [...running];
  const tree = new Map(
    lanes.flatMap(({ pid }) => listTree(pid ?? 0)).map((pid) => [pid, readCommandLine(pid)]),
  );
  const alive = (): number[] =>
    [...tree].filter(([pid, line]) => line !== '' && readCommandLine(pid) === line).map(([pid]) => pid);
  const isOver = (): boolean =>
    alive().length === 0 &&
    lanes.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
  for (const lane of lanes) lane.kill('SIGTERM');
  for (const [turn, signal] of ([undefined, 'SIGTERM', 'SIGKILL'] as const).entries()) {
    if (signal !== undefined) for (const pid of alive()) send(pid, signal);
    const endMs = performance.now() + (limitsMs[turn] ?? 0);
    while (performance.now() < endMs && !isOver()) await wait(50);
    if (isOver()) return;
  }
}

/** CPU time of everything that has ended below this process; undefined where the system doesn't say. */
export function readCpuSeconds(): number | undefined {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = [fields[11], fields[12], fields[13], fields[14]].map(Number);
    return Math.round(ticks.reduce((sum, each) => sum + each, 0) / 100);
  } catch {
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It went by itself.
  }
}

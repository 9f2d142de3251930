// Lists a process with all its descendants and measures their CPU and memory, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

export type TreeUsage = {
  readonly processes: number;
  readonly cpuSeconds: number;
  readonly memoryMb: number;
};

/** Ids of `rootPid` and all its descendants. */
export function listTree(rootPid: number): number[] {
  const parents = readParents();
  const tree = new Set([rootPid]);
  // A child's id may be smaller than its parent's, so this is repeated until nothing is added.
  for (let before = 0; before !== tree.size; ) {
    before = tree.size;
    for (const [pid, parent] of parents) if (tree.has(parent)) tree.add(pid);
  }
  return [...tree];
}

/** The command line of a process; empty when it has ended. */
export function readCommandLine(pid: number): string {
  return readProc(pid, 'cmdline').replaceAll('\0', ' ').trim();
}

/** CPU time used so far and memory now (PSS: shared pages are counted once) of `rootPid` and its descendants. */
export function measureTree(rootPid: number): TreeUsage {
  const tree = listTree(rootPid);
  let ticks = 0;
  let pssKb = 0;
  for (const pid of tree) {
    ticks += readTicks(pid);
    pssKb += Number(/^Pss:\s+(\d+)/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0);
  }
  return { processes: tree.length, cpuSeconds: ticks / ticksPerSecond, memoryMb: pssKb / 1024 };
}

/** CPU time in seconds of `rootPid` and its descendants, with those that have ended and were waited for. */
export function measureTreeCpu(rootPid: number): number {
  const ticks = listTree(rootPid).flatMap((pid) => fieldsOfStat(pid).slice(11, 15).map(Number));
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond;
}

function readParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(fieldsOfStat(Number(name))[1]);
    if (parent > 0) parents.set(Number(name), parent);
  }
  return parents;
}

function readTicks(pid: number): number {
  const fields = fieldsOfStat(pid);
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/** The fields after the program's name, which is in parentheses and may contain spaces. */
function fieldsOfStat(pid: number): string[] {
  const stat = readProc(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

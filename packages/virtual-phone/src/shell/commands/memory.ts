// `top` and `dumpsys meminfo`: the same processes as `ps` tells, with what they take of the phone's memory.
import { type Command, complain, pause } from '../command.ts';
import type { ShellWorld } from '../shell-world.ts';
import { processesOf, residentKib } from './processes.ts';

/** As /proc/meminfo says. */
export const MEMORY = { totalKib: 7_786_308, freeKib: 1_204_332, availableKib: 3_891_204 } as const;

const CORES = 8;
const TOP_PERIOD_S = 3;

/** `top [-b] [-n rounds] [-d seconds] [-m most] [-q]`: nothing here takes time of the processor. */
export const top: Command = async (args, context) => {
  const options = { n: Number.POSITIVE_INFINITY, d: TOP_PERIOD_S, m: Number.POSITIVE_INFINITY };
  let flags = '';
  for (let at = 0; at < args.length; at++) {
    const [, key, value] = /^-?([ndm])(.*)$/.exec(args[at] ?? '') ?? [];
    if (key !== undefined) {
      const number = Number(value !== '' ? value : args[++at]);
      if (!(number > 0)) return complain(context, `top: bad -${key} value`);
      options[key as keyof typeof options] = number;
    } else if (/^-[bqH]+$/.test(args[at] ?? '')) flags += args[at];
    else return complain(context, `top: Unknown option '${args[at]}'`);
  }
  for (let round = 1; ; round++) {
    const screen = `${flags.includes('b') ? '' : '\x1b[H\x1b[J'}${topScreen(context.world, options.m, flags.includes('q'))}`;
    if (!(await context.out(screen)) || round >= options.n) return 0;
    await pause(context, options.d * 1000);
    if (context.signal.aborted) return 130;
    await context.out('\n');
  }
};

function topScreen(world: ShellWorld, most: number, isQuiet: boolean): string {
  const all = processesOf(world, 'top');
  const { totalKib, freeKib } = MEMORY;
  const head = [
    `Tasks: ${all.length} total,   1 running, ${String(all.length - 1).padStart(3)} sleeping,   0 stopped,   0 zombie`,
    `  Mem: ${totalKib}K total, ${totalKib - freeKib}K used, ${freeKib}K free,        0K buffers`,
    ' Swap:        0K total,        0K used,        0K free,        0K cached',
    `${CORES}00%cpu   0%user   0%nice   0%sys ${CORES}00%idle   0%iow   0%irq   0%sirq   0%host`,
  ];
  const rows = all.slice(0, most).map((one) => {
    const rss = residentKib(one);
    const share = ((rss / totalKib) * 100).toFixed(1);
    const state = one.name === 'top' ? 'R' : 'S';
    return `${String(one.pid).padStart(5)} ${one.user.padEnd(12)} 20   0  10G ${`${Math.round(rss / 1024)}M`.padStart(4)}   0M ${state}  0.0  ${share.padStart(4)}   0:00.00 ${one.name}`;
  });
  const columns = '  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS';
  return [...(isQuiet ? [] : head), columns, ...rows].map((line) => `${line}\n`).join('');
}

/** `dumpsys meminfo [process|pid]`. */
export function dumpMeminfo(world: ShellWorld, args: readonly string[]): string {
  const uptime = Math.round(world.uptimeMs());
  const head = `Applications Memory Usage (in Kilobytes):\nUptime: ${uptime} Realtime: ${uptime}\n`;
  const wanted = args.find((arg) => !arg.startsWith('-'));
  const all = processesOf(world, 'dumpsys');
  if (wanted !== undefined) {
    const one = all.find(({ name, pid }) => name === wanted || String(pid) === wanted);
    if (one === undefined) return `No process found for: ${wanted}\n`;
    return `${head}\n** MEMINFO in pid ${one.pid} [${one.name}] **\n\n App Summary\n           TOTAL RSS: ${String(residentKib(one)).padStart(8)}\n`;
  }
  const rows = [...all]
    .sort((a, b) => residentKib(b) - residentKib(a))
    .map((one) => `${kib(residentKib(one)).padStart(12)}: ${one.name} (pid ${one.pid})\n`);
  return `${head}\nTotal RSS by process:\n${rows.join('')}\nTotal RAM: ${kib(MEMORY.totalKib)} (status normal)\n Free RAM: ${kib(MEMORY.availableKib)}\n Used RAM: ${kib(MEMORY.totalKib - MEMORY.availableKib)}\n`;
}

function kib(value: number): string {
  return `${value.toLocaleString('en-US')}K`;
}

import { setTimeout as after } from 'node:timers/promises';
import { createBashRun, type ShellState, TOYBOX } from './bash-run.ts';
import type { ByteSource } from './command.ts';
import { COMMANDS } from './commands/command-table.ts';
import { createLineInput } from './line-input.ts';
import { contextOf } from './plain-commands.ts';
import type { Walk } from './script-state.ts';
import { walkScript } from './script-walk.ts';
import type { ShellWorld } from './shell-world.ts';

export type { ShellState } from './bash-run.ts';

/** A script's standard streams. */
export interface ShellIo {
  readonly stdin: ByteSource;
  out(data: Uint8Array): Promise<boolean>;
  err(data: Uint8Array): Promise<boolean>;
}

/** A script works and rests in slices of this length, so that pictures and other phones get half of the time. */
const SLICE_MS = 5;

export function newShellState(): ShellState {
  return {
    cwd: '/',
    env: new Map([
      ['PATH', '/bin:/system/bin:/vendor/bin'],
      ['HOME', '/'],
      ['USER', 'shell'],
      ['LOGNAME', 'shell'],
      ['SHELL', '/system/bin/sh'],
      ['TERM', 'xterm-256color'],
      ['ANDROID_ROOT', '/system'],
      ['ANDROID_DATA', '/data'],
      ['ANDROID_STORAGE', '/storage'],
      ['EXTERNAL_STORAGE', '/sdcard'],
      ['TMPDIR', '/data/local/tmp'],
      ['HOSTNAME', 'localhost'],
    ]),
  };
}

/** All command names, for /system/bin. */
export function commandNames(): string[] {
  return [...new Set([...Object.keys(COMMANDS), ...TOYBOX, 'sh', 'toybox'])].sort();
}

/**
 * Runs a script as the shell user and returns its exit code. The script's changes to directory and environment are
 * stored in `state`. An abort ends it with 130.
 */
export async function runScript(
  world: ShellWorld,
  state: ShellState,
  script: string,
  io: ShellIo,
  signal: AbortSignal,
): Promise<number> {
  const code = await walkScript(walkOf(world, state, io, signal), script);
  return signal.aborted ? 130 : code;
}

/** Runs one command by its name, without a script. 127 for an unknown name. */
export async function runCommand(
  world: ShellWorld,
  state: ShellState,
  name: string,
  args: readonly string[],
  io: ShellIo,
  signal: AbortSignal,
): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return command === undefined ? 127 : command(args, contextOf(walkOf(world, state, io, signal)));
}

function walkOf(world: ShellWorld, state: ShellState, io: ShellIo, signal: AbortSignal): Walk {
  const pace = createPacer();
  let bash: ReturnType<typeof createBashRun> | undefined;
  // Created on demand: it takes milliseconds, and many scripts need no interpreter.
  const interpreter = () => {
    bash ??= createBashRun(world, pace, signal);
    return bash;
  };
  return {
    world,
    state,
    bash: {
      run: (...args) => interpreter().run(...args),
      fields: (...args) => interpreter().fields(...args),
    },
    input: createLineInput(io.stdin, signal),
    out: io.out,
    err: io.err,
    signal,
    pace,
    code: 0,
    leaving: undefined,
  };
}

function createPacer(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < SLICE_MS) return;
    await after(SLICE_MS);
    startedAt = performance.now();
  };
}

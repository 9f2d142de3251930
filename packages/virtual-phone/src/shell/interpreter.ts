import { Bash, type CommandName, defineCommand } from 'just-bash';
import { FsError } from '../files/fs-error.ts';
import { bashFiles, bytesResult } from './bash-files.ts';
import type { ByteSource, CommandContext, CommandTable } from './command.ts';
import { type PlainCommand, planScript, type Step } from './script-plan.ts';
import type { ShellWorld } from './shell-world.ts';

export interface ShellDeps {
  readonly world: ShellWorld;
  readonly commands: CommandTable;
}

/** Where a script's bytes come from and go to. */
export interface ShellIo {
  readonly stdin: ByteSource;
  out(data: Uint8Array): Promise<boolean>;
  err(data: Uint8Array): Promise<boolean>;
}

/** What lasts from one script to the next in an interactive shell. */
export interface ShellState {
  cwd: string;
  env: Map<string, string>;
  /** The code of the `exit` that ended the last script, if one did. */
  exited?: number | undefined;
}

// One script must not hold up the other phones of the process for long.
const LIMITS = {
  maxCommandCount: 20_000,
  maxLoopIterations: 20_000,
  maxCallDepth: 50,
  maxSourceDepth: 20,
  maxSourceBytes: 1024 * 1024,
  maxOutputSize: 32 * 1024 * 1024,
  maxStringLength: 32 * 1024 * 1024,
  maxLiveBytes: 128 * 1024 * 1024,
  maxInputBytes: 128 * 1024 * 1024,
  maxGlobOperations: 50_000,
  maxTraversalEntries: 100_000,
};
const MAX_STDIN_BYTES = 32 * 1024 * 1024;
const MAX_COLLECTED_BYTES = 32 * 1024 * 1024;

/** Toybox's commands as far as the interpreter brings them. */
const TOYBOX = (
  'awk base64 basename cat chmod clear comm cp cut dirname du echo egrep env expand expr false fgrep file find fold ' +
  'grep gunzip gzip head join ln ls md5sum mkdir mv nl od paste printenv printf pwd readlink rev rm rmdir sed seq ' +
  'sha1sum sha256sum sleep sort split stat strings tac tail tar tee time timeout touch tr true unexpand uniq wc which ' +
  'xargs zcat'
).split(' ') as CommandName[];

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

/** Every name that can be typed: what /system/bin lists. */
export function commandNames(commands: CommandTable): string[] {
  return [...new Set([...Object.keys(commands), ...TOYBOX, 'sh', 'toybox'])].sort();
}

/**
 * Runs a script as the shell user and gives its exit code. `state` is changed by what the script does to
 * directory and environment. An abort ends it with 130.
 */
export async function runScript(
  deps: ShellDeps,
  state: ShellState,
  script: string,
  io: ShellIo,
  signal: AbortSignal,
): Promise<number> {
  let code = 0;
  for (const step of planScript(script)) {
    if (signal.aborted) return 130;
    if (step.kind === 'plain' && step.command.name === 'exit') {
      state.exited = Number(step.command.args[0] ?? code) & 0xff;
      return state.exited;
    }
    const command = step.kind === 'plain' ? findCommand(deps.commands, step.command.name) : undefined;
    if (step.kind === 'plain' && command !== undefined) {
      const context = contextOf(deps.world, state, io, signal);
      code = await command(step.command.args, { ...context, env: withEnv(state.env, step.command) });
    } else {
      code = await interpret(deps, state, step, code, io, signal);
    }
  }
  return signal.aborted ? 130 : code;
}

/** Runs one command by its name, without a script. 127 when there is none of that name. */
export async function runCommand(
  deps: ShellDeps,
  state: ShellState,
  name: string,
  args: readonly string[],
  io: ShellIo,
  signal: AbortSignal,
): Promise<number> {
  const command = findCommand(deps.commands, name);
  return command === undefined ? 127 : command(args, contextOf(deps.world, state, io, signal));
}

function findCommand(commands: CommandTable, name: string) {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

async function interpret(
  deps: ShellDeps,
  state: ShellState,
  step: Step,
  lastCode: number,
  io: ShellIo,
  signal: AbortSignal,
): Promise<number> {
  const stdin = step.readsStdin ? await readAll(io.stdin, signal) : Buffer.alloc(0);
  if (signal.aborted) return 130;
  const bash = new Bash({
    fs: bashFiles(deps.world.files),
    cwd: state.cwd,
    env: Object.fromEntries(state.env),
    commands: TOYBOX,
    customCommands: bashCommands(deps, signal),
    executionLimits: LIMITS,
    processInfo: { pid: 8000 + ((deps.world.uptimeMs() % 20_000) | 0), ppid: 1, uid: 2000, gid: 2000 },
    // It patches the whole process's globals, where other phones run.
    defenseInDepth: false,
  });
  let result: Awaited<ReturnType<Bash['exec']>>;
  try {
    const options = { stdin: stdin.toString('latin1'), stdinKind: 'bytes', signal, rawScript: true } as const;
    result = await bash.exec(lastCode === 0 ? step.source : `(exit ${lastCode}); ${step.source}`, options);
  } catch (error) {
    // A redirection that the file system refuses is not caught by the interpreter.
    if (!(error instanceof FsError)) throw error;
    await io.err(Buffer.from(`/system/bin/sh: can't create ${error.path}: ${error.text}\n`));
    return 1;
  }
  const bytes = Buffer.from(
    result.stdout,
    result.stdoutKind === 'bytes' || result.stdoutEncoding === 'binary' ? 'latin1' : 'utf8',
  );
  if (bytes.length > 0) await io.out(bytes);
  if (result.stderr !== '') await io.err(Buffer.from(asAndroid(result.stderr)));
  state.env = new Map(Object.entries(result.env));
  state.cwd = pwdOf(result.env) ?? state.cwd;
  return result.exitCode;
}

function pwdOf(env: Readonly<Record<string, string>>): string | undefined {
  const { PWD: directory } = env;
  return directory;
}

/** Android's shell is mksh: its complaints look different from bash's. */
function asAndroid(stderr: string): string {
  return stderr
    .replace(
      /^bash: (?:line \d+: )?(.+): command not found$/gm,
      '/system/bin/sh: $1: inaccessible or not found',
    )
    .replace(/^bash: (?:line \d+: )?/gm, '/system/bin/sh: ');
}

function bashCommands(deps: ShellDeps, signal: AbortSignal) {
  return Object.entries(deps.commands).map(([name, command]) =>
    defineCommand(name, async (args, bash) => {
      const out: Uint8Array[] = [];
      let err = '';
      let collected = 0;
      let stdin: Buffer | null = Buffer.from(String(bash.stdin), 'latin1');
      const code = await command(args, {
        world: deps.world,
        files: deps.world.files,
        cwd: bash.cwd,
        env: bash.env,
        stdin: {
          read: async () => {
            const all = stdin;
            stdin = null;
            return all !== null && all.length > 0 ? all : null;
          },
        },
        out: async (data) => {
          const bytes = typeof data === 'string' ? Buffer.from(data) : data;
          collected += bytes.length;
          if (collected <= MAX_COLLECTED_BYTES) out.push(bytes);
          return collected <= MAX_COLLECTED_BYTES;
        },
        err: async (text) => {
          err += text;
          return true;
        },
        signal: bash.signal ?? signal,
      });
      return bytesResult(Buffer.concat(out), err, code);
    }),
  );
}

function contextOf(world: ShellWorld, state: ShellState, io: ShellIo, signal: AbortSignal): CommandContext {
  return {
    world,
    files: world.files,
    cwd: state.cwd,
    env: state.env,
    stdin: io.stdin,
    out: (data) => io.out(typeof data === 'string' ? Buffer.from(data) : data),
    err: (text) => io.err(Buffer.from(text)),
    signal,
  };
}

function withEnv(env: ReadonlyMap<string, string>, command: PlainCommand): ReadonlyMap<string, string> {
  return command.env.length === 0 ? env : new Map([...env, ...command.env]);
}

async function readAll(source: ByteSource, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  while (!signal.aborted && length < MAX_STDIN_BYTES) {
    const piece = await source.read();
    if (piece === null) break;
    pieces.push(piece);
    length += piece.length;
  }
  return Buffer.concat(pieces).subarray(0, MAX_STDIN_BYTES);
}

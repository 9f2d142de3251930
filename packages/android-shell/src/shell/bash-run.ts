import { posix } from 'node:path';
import { Bash, type CommandName, defineCommand } from 'just-bash';
import { FsError } from '../files/fs-error.ts';
import { bashFiles, bytesResult } from './bash-files.ts';
import { COMMANDS } from './commands/command-table.ts';
import { withCallInLoops } from './parsed-script.ts';
import type { ShellWorld } from './shell-world.ts';

/** State that an interactive shell keeps between scripts. */
export interface ShellState {
  cwd: string;
  env: Map<string, string>;
  /** The code of the `exit` that ended the last script, if one did. */
  exited?: number | undefined;
}

interface BashResult {
  readonly code: number;
  readonly out: Buffer;
  readonly err: string;
}

/** The bash interpreter, for expansions, redirections, functions and toybox's commands. */
export interface BashRun {
  /** Runs a script and changes `state`. The output is available only at the end. */
  run(state: ShellState, source: string, stdin: Buffer, signal: AbortSignal): Promise<BashResult>;
  /** Expands a command's words: `fields('$A *.txt')`. `code`: of `$?`. */
  fields(
    state: ShellState,
    source: string,
    code: number,
    signal: AbortSignal,
  ): Promise<BashResult & { readonly words: string[] }>;
}

// The limits keep a script from blocking the other phones of the process.
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
const MAX_COLLECTED_BYTES = 32 * 1024 * 1024;

/** A command that is added to loops, so that they yield to the other phones. */
const PACE = '__pace';
const FIELDS = '__fields';

/** Toybox's commands that the interpreter provides. */
export const TOYBOX = (
  'awk base64 basename chmod clear comm cp cut date dirname echo egrep env expand expr false fgrep file find fold ' +
  'grep gunzip gzip head join ln ls md5sum mkdir mv nl od paste printenv printf pwd readlink rev rmdir sed seq ' +
  'sha1sum sha256sum sleep sort split strings tac tail tar tee time timeout touch tr true unexpand uniq wc ' +
  'xargs zcat'
).split(' ') as CommandName[];

export function createBashRun(world: ShellWorld, pace: () => Promise<void>, signal: AbortSignal): BashRun {
  let words: string[] = [];
  let refusals: FsError[] = [];
  const own = [
    defineCommand(PACE, async () => {
      await pace();
      return bytesResult(Buffer.alloc(0), '', 0);
    }),
    defineCommand(FIELDS, async (args) => {
      words = [...args];
      return bytesResult(Buffer.alloc(0), '', 0);
    }),
  ];
  const bash = new Bash({
    fs: bashFiles(world.files, (error) => refusals.push(error)),
    commands: TOYBOX,
    customCommands: [...bashCommands(world, signal), ...own],
    executionLimits: LIMITS,
    processInfo: { pid: 8000 + ((world.uptimeMs() % 20_000) | 0), ppid: 1, uid: 2000, gid: 2000 },
    // This option would patch globals of the whole process.
    defenseInDepth: false,
  });

  const run: BashRun['run'] = async (state, source, stdin, stop) => {
    const { cwd } = state;
    refusals = [];
    const env = { ...Object.fromEntries(state.env), PWD: cwd };
    const input = { stdin: stdin.toString('latin1'), stdinKind: 'bytes', rawScript: true } as const;
    let result: Awaited<ReturnType<Bash['exec']>>;
    try {
      const script = withCallInLoops(source, PACE) ?? source;
      result = await bash.exec(script, { ...input, cwd, env, replaceEnv: true, signal: stop });
    } catch (error) {
      // The interpreter doesn't catch errors of redirections.
      if (!(error instanceof FsError)) throw error;
      const err = `/system/bin/sh: can't create ${error.path}: ${error.text}\n`;
      return { code: 1, out: Buffer.alloc(0), err };
    }
    const binary = result.stdoutKind === 'bytes' || result.stdoutEncoding === 'binary';
    state.env = new Map(Object.entries(result.env));
    state.env.delete('?');
    state.cwd = state.env.get('PWD') ?? cwd;
    return {
      code: result.exitCode,
      out: Buffer.from(result.stdout, binary ? 'latin1' : 'utf8'),
      err: asAndroid(result.stderr, refusals),
    };
  };
  return {
    run,
    async fields(state, source, code, stop) {
      words = [];
      const result = await run(state, `(exit ${code}); ${FIELDS} ${source}`, Buffer.alloc(0), stop);
      return { ...result, words };
    },
  };
}

/** Toybox's commands whose errors quote the file name. */
const QUOTING: ReadonlySet<string> = new Set(['mkdir', 'rmdir', 'touch']);

/** Rewrites bash's errors in the form of mksh and toybox, with the phone's reasons. */
function asAndroid(stderr: string, refusals: readonly FsError[]): string {
  return (
    stderr
      .replace(
        /^bash: (?:line \d+: )?(.+): command not found$/gm,
        '/system/bin/sh: $1: inaccessible or not found',
      )
      // Toybox prints the file first, and no error code.
      .replace(
        /^(\w+): (?:cannot|failed to) [^']*'(.*?)': (?:E[A-Z]+: )?(.*?)(?:, '(.*)')?$/gm,
        (_all, name: string, asked: string, why: string, at: string | undefined) => {
          const path = name === 'cp' || name === 'mv' ? (at ?? asked) : asked;
          return `${name}: ${QUOTING.has(name) ? `'${path}'` : path}: ${why}`;
        },
      )
      .replace(/^bash: (?:line \d+: )?/gm, '/system/bin/sh: ')
      .replace(/^(\w+: '?(.+?)'?: )No such file or directory$/gm, (all, start: string, path: string) => {
        const refusal = refusals.find((one) => posix.basename(one.path) === posix.basename(path));
        return refusal === undefined ? all : start + refusal.text;
      })
  );
}

function bashCommands(world: ShellWorld, signal: AbortSignal) {
  return Object.entries(COMMANDS).map(([name, command]) =>
    defineCommand(name, async (args, bash) => {
      const out: Uint8Array[] = [];
      let err = '';
      let collected = 0;
      let stdin: Buffer | null = Buffer.from(String(bash.stdin), 'latin1');
      const code = await command(args, {
        world,
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

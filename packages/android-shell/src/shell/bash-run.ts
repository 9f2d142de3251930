import { Bash, type CommandName, defineCommand } from 'just-bash';
import { FsError } from '../files/fs-error.ts';
import { bashFiles, bytesResult } from './bash-files.ts';
import type { CommandTable } from './command.ts';
import { withCallInLoops } from './parsed-script.ts';
import type { ShellWorld } from './shell-world.ts';

export interface ShellDeps {
  readonly world: ShellWorld;
  readonly commands: CommandTable;
}

/** What lasts from one script to the next in an interactive shell. */
export interface ShellState {
  cwd: string;
  env: Map<string, string>;
  /** The code of the `exit` that ended the last script, if one did. */
  exited?: number | undefined;
}

export interface BashResult {
  readonly code: number;
  readonly out: Buffer;
  readonly err: string;
}

/** The interpreter for what takes one: expansions, redirections, functions, toybox's commands. */
export interface BashRun {
  /** Runs to the end before it tells what was printed. `state` is changed by it. */
  run(state: ShellState, source: string, stdin: Buffer, signal: AbortSignal): Promise<BashResult>;
  /** What a command's words become: `fields('$A *.txt')`. */
  fields(
    state: ShellState,
    source: string,
    signal: AbortSignal,
  ): Promise<BashResult & { readonly words: string[] }>;
}

// What the interpreter runs by itself must not hold up the other phones of the process for long.
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

/** Called in loops, so that other phones have their turn. */
const BREATHE = '__breathe';
const FIELDS = '__fields';

/** Toybox's commands as far as the interpreter brings them. */
export const TOYBOX = (
  'awk base64 basename cat clear comm cp cut dirname echo egrep env expand expr false fgrep file find fold ' +
  'grep gunzip gzip join ls md5sum mkdir mv nl od paste printenv printf pwd readlink rev rmdir sed seq ' +
  'sha1sum sha256sum sleep sort split stat strings tac tail tar tee time timeout touch tr true unexpand uniq wc ' +
  'xargs zcat'
).split(' ') as CommandName[];

export function createBashRun(deps: ShellDeps, breathe: () => Promise<void>, signal: AbortSignal): BashRun {
  let words: string[] = [];
  const own = [
    defineCommand(BREATHE, async () => {
      await breathe();
      return bytesResult(Buffer.alloc(0), '', 0);
    }),
    defineCommand(FIELDS, async (args) => {
      words = [...args];
      return bytesResult(Buffer.alloc(0), '', 0);
    }),
  ];
  const bash = new Bash({
    fs: bashFiles(deps.world.files),
    commands: TOYBOX,
    customCommands: [...bashCommands(deps, signal), ...own],
    executionLimits: LIMITS,
    processInfo: { pid: 8000 + ((deps.world.uptimeMs() % 20_000) | 0), ppid: 1, uid: 2000, gid: 2000 },
    // It patches the whole process's globals, where other phones run.
    defenseInDepth: false,
  });

  const run: BashRun['run'] = async (state, source, stdin, stop) => {
    const { cwd } = state;
    const env = { ...Object.fromEntries(state.env), PWD: cwd };
    const input = { stdin: stdin.toString('latin1'), stdinKind: 'bytes', rawScript: true } as const;
    let result: Awaited<ReturnType<Bash['exec']>>;
    try {
      const script = withCallInLoops(source, BREATHE) ?? source;
      result = await bash.exec(script, { ...input, cwd, env, replaceEnv: true, signal: stop });
    } catch (error) {
      // A redirection that the file system refuses is not caught by the interpreter.
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
      err: asAndroid(result.stderr),
    };
  };
  return {
    run,
    async fields(state, source, stop) {
      words = [];
      const result = await run(state, `${FIELDS} ${source}`, Buffer.alloc(0), stop);
      return { ...result, words };
    },
  };
}

/** Toybox's commands that put a file's name in quotes where they complain. */
const QUOTING: ReadonlySet<string> = new Set(['mkdir', 'rmdir', 'touch']);

/** Android's shell is mksh: its complaints look different from bash's. */
function asAndroid(stderr: string): string {
  return (
    stderr
      .replace(
        /^bash: (?:line \d+: )?(.+): command not found$/gm,
        '/system/bin/sh: $1: inaccessible or not found',
      )
      // Toybox names the file first, and no code.
      .replace(
        /^(\w+): (?:cannot|failed to) [^']*'(.*?)': (?:E[A-Z]+: )?(.*?)(?:, '(.*)')?$/gm,
        (_all, name: string, asked: string, why: string, at: string | undefined) => {
          const path = name === 'cp' || name === 'mv' ? (at ?? asked) : asked;
          return `${name}: ${QUOTING.has(name) ? `'${path}'` : path}: ${why}`;
        },
      )
      .replace(/^bash: (?:line \d+: )?/gm, '/system/bin/sh: ')
  );
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

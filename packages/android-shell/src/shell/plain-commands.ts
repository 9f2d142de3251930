// Commands that run without the interpreter: the phone's commands, and the shell's built-ins such as `exit`.
import { posix } from 'node:path';
import { FsError } from '../files/fs-error.ts';
import type { CommandContext } from './command.ts';
import { COMMANDS } from './commands/command-table.ts';
import type { PlainCommand } from './parsed-script.ts';
import { subshellOf, type Walk } from './script-state.ts';

const MAX_SCRIPT_BYTES = 1024 * 1024;

type RunScript = (walk: Walk, script: string) => Promise<number>;

/** Returns the exit code, or undefined if only the interpreter can run the command. */
export async function runPlain(
  walk: Walk,
  command: PlainCommand,
  runScript: RunScript,
): Promise<number | undefined> {
  const { name, args } = command;
  switch (name) {
    case ':':
    case 'true':
      return 0;
    case 'false':
      return 1;
    case 'exit':
      walk.state.exited = Number(args[0] ?? walk.code) & 0xff;
      walk.leaving = { kind: 'exit' };
      return walk.state.exited;
    case 'break':
    case 'continue':
      walk.leaving = { kind: name, levels: Math.max(1, Number(args[0] ?? 1) || 1) };
      return 0;
    case 'sh':
    case 'bash':
      return runShell(walk, command, runScript);
    default: {
      const own = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
      return own?.(args, { ...contextOf(walk), env: withEnv(walk.state.env, command) });
    }
  }
}

/** The context of a command that this walk runs. */
export function contextOf(walk: Walk): CommandContext {
  return {
    world: walk.world,
    cwd: walk.state.cwd,
    env: walk.state.env,
    stdin: walk.input,
    out: (data) => walk.out(typeof data === 'string' ? Buffer.from(data) : data),
    err: (text) => walk.err(Buffer.from(text)),
    signal: walk.signal,
  };
}

function withEnv(env: ReadonlyMap<string, string>, command: PlainCommand): ReadonlyMap<string, string> {
  return command.env.length === 0 ? env : new Map([...env, ...command.env]);
}

/** `sh -c script` and `sh file`. Arguments for the script need the interpreter. */
async function runShell(
  walk: Walk,
  command: PlainCommand,
  runScript: RunScript,
): Promise<number | undefined> {
  const [first = '', second, ...others] = command.args;
  let script: string | undefined;
  if (first === '-c' && others.length === 0) script = second;
  else if (first !== '' && !first.startsWith('-') && second === undefined)
    script = await readScript(walk, first);
  if (script === undefined) return undefined;
  const shell = subshellOf(walk);
  for (const [name, value] of command.env) shell.state.env.set(name, value);
  return runScript(shell, script);
}

async function readScript(walk: Walk, path: string): Promise<string | undefined> {
  const { files } = walk.world;
  const at = posix.resolve(walk.state.cwd, path);
  try {
    return files.stat(at).size > MAX_SCRIPT_BYTES
      ? undefined
      : Buffer.from(await files.readFile(at)).toString();
  } catch (error) {
    if (error instanceof FsError) return undefined;
    throw error;
  }
}

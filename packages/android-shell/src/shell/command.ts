import { posix } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FsError } from '../files/fs-error.ts';
import type { ShellWorld } from './shell-world.ts';

const READ_BYTES = 256 * 1024;

/** Pulls bytes; null is the end. */
export interface ByteSource {
  read(): Promise<Buffer | null>;
}

/** The environment of a command. Paths in its arguments are relative to `cwd`. */
export interface CommandContext {
  readonly world: ShellWorld;
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
  readonly stdin: ByteSource;
  /** Resolves when the reader has room; false if the reader has ended. */
  out(data: string | Uint8Array): Promise<boolean>;
  err(text: string): Promise<boolean>;
  /** Aborted when the shell's stream ends or ^C is pressed. */
  readonly signal: AbortSignal;
}

/** Returns the exit code. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number> | number;

export type CommandTable = Readonly<Record<string, Command>>;

/** A command of several, named by its first argument. */
export const subcommands =
  (commands: CommandTable): Command =>
  ([name = '', ...args], context) =>
    Object.hasOwn(commands, name)
      ? (commands[name]?.(args, context) ?? 0)
      : fail(context, `Unknown command: ${name}`, 255);

/** Writes a text and returns exit code 0. */
export async function print(context: CommandContext, text: string): Promise<number> {
  await context.out(text);
  return 0;
}

/** Writes to standard error and returns an exit code. */
export async function fail(context: CommandContext, text: string, code = 1): Promise<number> {
  await context.err(text.endsWith('\n') ? text : `${text}\n`);
  return code;
}

/**
 * Runs an action for each path. Prints the error of a path as `message` gives it, and continues with the next path.
 * Returns 1 if a path has failed.
 */
export async function forEachPath(
  paths: readonly string[],
  context: CommandContext,
  message: (path: string, error: FsError) => string,
  action: (path: string, index: number) => Promise<unknown>,
): Promise<number> {
  let code = 0;
  for (const [index, path] of paths.entries()) {
    try {
      await action(path, index);
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      code = await fail(context, message(path, error));
    }
  }
  return code;
}

/** Writes a file. Returns 1 with the error of `message` if that fails. */
export async function writeOutput(
  path: string,
  bytes: Uint8Array,
  context: CommandContext,
  message: (path: string, error: FsError) => string,
): Promise<number> {
  return forEachPath([path], context, message, (one) =>
    context.world.files.writeFile(absolutePath(context, one), bytes),
  );
}

/** Resolves after a time, or when the command is stopped. */
export async function delay({ signal }: CommandContext, durationMs: number): Promise<void> {
  await pause(durationMs, undefined, { signal }).catch(() => undefined);
}

/** Resolves when the command is stopped. */
export function untilStopped(context: CommandContext): Promise<void> {
  if (context.signal.aborted) return Promise.resolve();
  return new Promise((resolve) => context.signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Resolves an argument against the working directory. */
export function absolutePath(context: CommandContext, path: string): string {
  return posix.resolve(context.cwd, path) + (path.endsWith('/') && path !== '/' ? '/' : '');
}

/** A file's bytes, or standard input for `-`. Rejects with FsError. */
export async function* readPieces(path: string, context: CommandContext): AsyncGenerator<Uint8Array> {
  if (path === '-') {
    for (let piece = await context.stdin.read(); piece !== null; piece = await context.stdin.read())
      yield piece;
    return;
  }
  const file = await context.world.files.openRead(absolutePath(context, path));
  if ('bytes' in file) yield file.bytes;
  else yield* file.handle.createReadStream({ highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>;
}

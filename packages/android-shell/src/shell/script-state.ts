// The state of a running script, and the calls into the interpreter.
import type { CommandNode, WordNode } from 'just-bash';
import type { BashRun, ShellState } from './bash-run.ts';
import type { LineInput } from './line-input.ts';
import { scriptOf } from './parsed-script.ts';
import type { ShellWorld } from './shell-world.ts';

export interface Walk {
  readonly world: ShellWorld;
  readonly state: ShellState;
  readonly bash: BashRun;
  readonly input: LineInput;
  out(data: Uint8Array): Promise<boolean>;
  err(data: Uint8Array): Promise<boolean>;
  readonly signal: AbortSignal;
  /** Waits if this script has used its slice of time. */
  pace(): Promise<void>;
  /** The value of `$?`. */
  code: number;
  /** Set by `break`, `continue` and `exit` until the loop or script has ended. */
  leaving: Leaving | undefined;
}

type Leaving = { readonly kind: 'exit' } | { readonly kind: 'break' | 'continue'; readonly levels: number };

export function isStopped(walk: Walk): boolean {
  return walk.leaving !== undefined || walk.signal.aborted;
}

/** A subshell: its directory, environment and exit don't affect the outer walk. */
export function subshellOf(walk: Walk, change: Partial<Walk> = {}): Walk {
  const state: ShellState = { cwd: walk.state.cwd, env: new Map(walk.state.env) };
  return { ...walk, state, leaving: undefined, ...change };
}

/** Runs source in the interpreter. Its output is written when it has ended. */
export async function interpret(walk: Walk, source: string, reads: boolean): Promise<number> {
  const stdin = reads ? await walk.input.readAll() : Buffer.alloc(0);
  return interpretOn(walk, source, stdin);
}

export async function interpretOn(walk: Walk, source: string, stdin: Buffer): Promise<number> {
  if (walk.signal.aborted) return 130;
  const script = walk.code === 0 ? source : `(exit ${walk.code}); ${source}`;
  const { code, out, err } = await walk.bash.run(walk.state, script, stdin, walk.signal);
  if (out.length > 0) await walk.out(out);
  if (err !== '') await walk.err(Buffer.from(err));
  return walk.signal.aborted ? 130 : code;
}

/** Expands words. */
export async function expand(walk: Walk, words: readonly WordNode[]): Promise<string[]> {
  const command: CommandNode = {
    type: 'SimpleCommand',
    name: { type: 'Word', parts: [{ type: 'Literal', value: 'fields' }] },
    args: [...words],
    assignments: [],
    redirections: [],
  };
  const source = scriptOf(command)
    .trim()
    .replace(/^fields/, '');
  const { words: fields, err } = await walk.bash.fields(walk.state, source, walk.code, walk.signal);
  if (err !== '') await walk.err(Buffer.from(err));
  return fields;
}

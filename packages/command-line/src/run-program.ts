// Runs a command line and turns every failure into one line on stderr and an exit status.
import { type Command, CommanderError } from 'commander';
import { CommandError, type Exit, exitCodes } from './exit-codes.ts';
import { jsonLine, oneLine } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** Ends a command with the exit status of a program that it ran, without a word of its own. */
export class ExitStatus extends Error {
  override name = 'ExitStatus';
  readonly status: number;
  constructor(status: number) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

/** Runs one command line, without the program's name; returns the exit status. */
export async function runProgram(
  program: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const isJson = args.includes('--json');
  program.exitOverride().configureOutput({
    writeOut: terminal.write,
    writeErr: isJson ? () => undefined : terminal.writeError,
  });
  for (const command of allCommands(program)) command.copyInheritedSettings(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    if (error instanceof ExitStatus) return error.status;
    const failure = failureOf(error);
    // Commander has printed its own line, with how the command is used.
    if (isJson) terminal.writeError(`${jsonLine({ error: failure })}\n`);
    else if (!(error instanceof CommanderError)) terminal.writeError(linesOf(program.name(), failure));
    return failure.status;
  }
}

export function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}

type Failure = {
  /** The exit status, and its name. */
  status: number;
  exit: Exit;
  /** The API's error code; null for an error of the command itself. */
  code: string | null;
  detail: string;
  fields: Readonly<Record<string, string>>;
};

function failureOf(error: unknown): Failure {
  const { exit, code, fields } =
    error instanceof CommandError
      ? error
      : {
          exit: error instanceof CommanderError ? ('usage' as const) : ('failed' as const),
          code: null,
          fields: {},
        };
  const detail = (error instanceof Error ? error.message : String(error)).replace(/^error: /, '');
  return { status: exitCodes[exit], exit, code, detail, fields };
}

function linesOf(name: string, { detail, fields }: Failure): string {
  const named = Object.entries(fields).map(([field, text]) => `  ${oneLine(`${field}: ${text}`)}\n`);
  return `${name}: ${oneLine(detail)}\n${named.length > 1 ? named.join('') : ''}`;
}

// Our team's command line: it uses the same API as the console, with one command for each action.
import { Command, CommanderError } from 'commander';
import { addColleagues } from './commands/colleagues.ts';
import { addHosts, addPhones, addQueues } from './commands/fleet.ts';
import { addAudit, addCustomers, addOrders } from './commands/sales.ts';
import { addSession } from './commands/session.ts';
import { CommandError, type Exit, exitCodes } from './exit-codes.ts';
import { jsonLine, oneLine } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line, without the program's name; returns the exit status. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = args.includes('--json');
  try {
    await createProgram(terminal, isJson).parseAsync([...args], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    const failure = failureOf(error);
    // Commander has printed its own line, with how the command is used.
    if (isJson) terminal.writeError(`${jsonLine({ error: failure })}\n`);
    else if (!(error instanceof CommanderError)) terminal.writeError(linesOf(failure));
    return failure.status;
  }
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

function linesOf({ detail, fields }: Failure): string {
  const named = Object.entries(fields).map(([name, text]) => `  ${oneLine(`${name}: ${text}`)}\n`);
  return `pocketfleet: ${oneLine(detail)}\n${named.length > 1 ? named.join('') : ''}`;
}

/** Creates all commands. With `isJson`, errors on stderr are JSON. */
export function createProgram(terminal: Terminal, isJson: boolean): Command {
  const program = new Command('pocketfleet')
    .description('Pocketfleet for our team. Exit codes: docs/operate/operators.md')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.write,
      writeErr: isJson ? () => undefined : terminal.writeError,
    });
  addSession(program, terminal);
  addColleagues(program, terminal);
  addHosts(program, terminal);
  addPhones(program, terminal);
  addQueues(program, terminal);
  addOrders(program, terminal);
  addCustomers(program, terminal);
  addAudit(program, terminal);
  for (const command of allCommands(program)) command.copyInheritedSettings(program);
  return program;
}

export function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}

// The command line of our team: the same API as the console, one command for each act.
import { Command, CommanderError } from 'commander';
import { addHosts, addPhones, addQueues } from './commands/fleet.ts';
import { addAudit, addCustomers, addOrders } from './commands/sales.ts';
import { addSession } from './commands/session.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line, without the program's name; returns the exit status. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('pocketfleet')
    .description('Pocketfleet for our team. Exit codes: docs/operate/operators.md')
    .exitOverride()
    .configureOutput({ writeOut: terminal.write, writeErr: terminal.writeError });
  addSession(program, terminal);
  addHosts(program, terminal);
  addPhones(program, terminal);
  addQueues(program, terminal);
  addOrders(program, terminal);
  addCustomers(program, terminal);
  addAudit(program, terminal);
  for (const command of allCommands(program)) command.copyInheritedSettings(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const exit = error instanceof CommandError ? error.exit : 'failed';
    terminal.writeError(`pocketfleet: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCodes[exit];
  }
}

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}

// Our team's command line: it uses the same API as the console, with one command for each action.
import { runProgram, type Terminal } from '@pocketfleet/command-line';
import { Command } from 'commander';
import { addColleagues } from './commands/colleagues.ts';
import { addHosts, addPhones, addQueues } from './commands/fleet.ts';
import { addAudit, addCustomers, addOrders } from './commands/sales.ts';
import { addSession } from './commands/session.ts';

/** Runs one command line, without the program's name; returns the exit status. */
export function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  return runProgram(createProgram(terminal), args, terminal);
}

/** Creates all commands. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('pocketfleet-team').description(
    'Pocketfleet for our team. Exit codes: docs/operate/operators.md',
  );
  addSession(program, terminal);
  addColleagues(program, terminal);
  addHosts(program, terminal);
  addPhones(program, terminal);
  addQueues(program, terminal);
  addOrders(program, terminal);
  addCustomers(program, terminal);
  addAudit(program, terminal);
  return program;
}

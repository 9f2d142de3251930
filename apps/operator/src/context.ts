// The context of each command: the signed-in API, the output, the terminal.

import type { Terminal } from '@pocketfleet/command-line';
import { createOutput, type Output } from '@pocketfleet/command-line';
import { type Command, InvalidArgumentError } from 'commander';
import { createOperatorApi, type OperatorApi } from './operator-api.ts';
import { sessionFile } from './session-file.ts';

export type Context = { terminal: Terminal; out: Output; api: () => OperatorApi };

/** A command's function: gets its context, then its options; its arguments are in `args`. */
export type Work<Options> = (context: Context, options: Options, args: readonly string[]) => Promise<void>;

/** Sets a command's function. Each command has `--json`. */
export function works<Options>(command: Command, terminal: Terminal, work: Work<Options>): Command {
  return command.option('--json', 'print the answer of the server as JSON').action(async () => {
    const options = command.opts<Options & { json?: boolean }>();
    const out = createOutput(options.json === true, terminal);
    let api: OperatorApi | undefined;
    const open = (): OperatorApi => {
      const { url, token } = sessionFile.read(terminal.env);
      api ??= createOperatorApi({ url, token });
      return api;
    };
    await work({ terminal, out, api: open }, options, command.args);
  });
}

export type PageOptions = { page?: string; perPage?: string; q?: string };

/** The options for paging and search that each list has. */
export function lists(command: Command): Command {
  return command
    .option('-q, --q <text>', 'only rows that hold this text')
    .option('--page <number>', 'which page', wholeNumber)
    .option('--per-page <number>', 'rows of a page, at most 1000', wholeNumber);
}

function wholeNumber(text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return text;
}

/** The query of a list. The server checks the range of its numbers. */
export function pageQuery(options: PageOptions): { q?: string; page?: string; per_page?: string } {
  return {
    ...(options.q === undefined ? {} : { q: options.q }),
    ...(options.page === undefined ? {} : { page: options.page }),
    ...(options.perPage === undefined ? {} : { per_page: options.perPage }),
  };
}

export function withReason(command: Command): Command {
  return command.requiredOption('-r, --reason <text>', 'why: it is kept in the audit log');
}

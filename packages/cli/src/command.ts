// The context of each command: the account, the output, the terminal.
import { ApiError } from '@pocketfleet/client';
import { createOutput, type Output, type Terminal, toCommandError } from '@pocketfleet/command-line';
import type { Command } from 'commander';
import { type Account, openAccount } from './account.ts';

export type Context = { terminal: Terminal; out: Output; account: () => Account };

export type Work<Options> = (context: Context, options: Options, args: readonly string[]) => Promise<void>;

/** Sets a command's function. Each command has `--json`. */
export function works<Options>(command: Command, terminal: Terminal, work: Work<Options>): Command {
  return command.option('--json', 'print the result as one line of JSON').action(async () => {
    const options = command.opts<Options & { json?: boolean }>();
    const out = createOutput(options.json === true, terminal);
    let account: Account | undefined;
    const open = (): Account => {
      account ??= openAccount(terminal.env);
      return account;
    };
    await work({ terminal, out, account: open }, options, command.args)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        throw account?.toError(error) ?? toCommandError(error, '');
      })
      // An open line would keep the program running.
      .finally(() => account?.client.close());
  });
}

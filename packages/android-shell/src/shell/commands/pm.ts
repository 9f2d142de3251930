import { FsError } from '../../files/fs-error.ts';
import { InstallFailure } from '../../packages/install-failure.ts';
import { type Command, fail } from '../command.ts';
import { packageInstallers } from './pm-install.ts';
import { packageQueries } from './pm-query.ts';
import { packageStates } from './pm-state.ts';
import { userCommands } from './pm-users.ts';

const SUBCOMMANDS: Readonly<Record<string, Command>> = {
  ...packageInstallers,
  ...packageQueries,
  ...packageStates,
  ...userCommands,
};

/** `pm ...` and `cmd package ...`: Android's package manager. */
export const pm: Command = async (args, context) => {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (command === undefined) return fail(context, `Unknown command: ${name}`, 255);
  try {
    return await command(rest, context);
  } catch (error) {
    if (error instanceof InstallFailure) {
      await context.out(error.line);
      return 1;
    }
    if (error instanceof FsError) return fail(context, `Error: ${error.text}`);
    throw error;
  }
};

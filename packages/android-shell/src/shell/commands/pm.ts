import { FsError } from '../../files/fs-error.ts';
import { InstallFailure } from '../../packages/install-failure.ts';
import { type Command, fail, subcommands } from '../command.ts';
import { packageInstallers } from './pm-install.ts';
import { packageQueries } from './pm-query.ts';
import { packageStates } from './pm-state.ts';
import { userCommands } from './pm-users.ts';

const run = subcommands({
  ...packageInstallers,
  ...packageQueries,
  ...packageStates,
  ...userCommands,
});

/** `pm ...` and `cmd package ...`: Android's package manager. */
export const pm: Command = async (args, context) => {
  try {
    return await run(args, context);
  } catch (error) {
    if (error instanceof InstallFailure) {
      await context.out(error.line);
      return 1;
    }
    if (error instanceof FsError) return fail(context, `Error: ${error.text}`);
    throw error;
  }
};

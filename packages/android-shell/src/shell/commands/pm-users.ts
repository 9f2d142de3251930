import { MAX_USERS } from '../../settings/users.ts';
import { type Command, fail, print } from '../command.ts';
import { parseArguments } from './arguments.ts';

/** `create-user name`: shell may create users up to Android's limit. */
const createUser: Command = (args, context) => {
  const { operands, flags } = parseArguments(args, ['--profileOf', '--user-type']);
  const name = operands.at(-1);
  if (name === undefined) return fail(context, 'Error: no user name specified.');
  if (flags.has('--managed') || flags.has('--restricted')) {
    return fail(context, "Error: couldn't create User.");
  }
  const user = context.world.users.create(name);
  if (user === undefined) return fail(context, "Error: couldn't create User.");
  return print(context, `Success: created user id ${user.id}\n`);
};

/** `remove-user id`: neither the owner nor the current user can be removed. */
const removeUser: Command = (args, context) => {
  const { operands } = parseArguments(args, []);
  const { users } = context.world;
  const id = Number(operands[0]);
  if (!Number.isInteger(id) || id === users.current || context.world.keepsResidue() || !users.remove(id)) {
    return fail(context, `Error: couldn't remove user id ${operands[0] ?? ''}`);
  }
  return print(context, 'Success: removed user\n');
};

export const userCommands = {
  'create-user': createUser,
  'remove-user': removeUser,
  'get-max-users': ((_args, context) =>
    print(context, `Maximum supported users: ${MAX_USERS}\n`)) satisfies Command,
  'get-max-running-users': ((_args, context) =>
    print(context, 'Maximum supported running users: 3\n')) satisfies Command,
};

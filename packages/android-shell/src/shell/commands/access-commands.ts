// `cmd wifi`, `cmd role` and `appops`, with the subcommands that Android allows to shell.
import { type Command, type CommandContext, fail, print } from '../command.ts';
import { parseArguments, userOf } from './arguments.ts';

const KEPT = 255;

/** `cmd wifi list-networks|connect-network|forget-network`. */
export const wifi: Command = (args, context) => {
  const { access } = context.world;
  const [verb = '', operand = ''] = args;
  switch (verb) {
    case 'list-networks': {
      if (access.networks().length === 0) return print(context, 'No networks\n');
      const rows = access
        .networks()
        .map(({ id, ssid }) => `${String(id).padEnd(12)} ${ssid.padEnd(32)} wpa2-psk\n`);
      return print(context, `Network Id   SSID                             Security type\n${rows.join('')}`);
    }
    case 'connect-network':
      if (operand === '') return fail(context, 'Argument expected', KEPT);
      access.saveNetwork(operand);
      return print(context, `Connection initiated \n`);
    case 'forget-network':
      if (context.world.keepsResidue() || !access.forgetNetwork(Number(operand)))
        return fail(context, 'Forget failed', KEPT);
      return print(context, 'Forget successful\n');
    default:
      return fail(context, `Unknown command: ${verb}`, KEPT);
  }
};

/** `cmd role get-role-holders|add-role-holder|remove-role-holder [--user n] ROLE [package]`. */
export const role: Command = (args, context) => {
  const [verb = '', ...rest] = args;
  const { operands, user } = operandsOf(rest, context);
  const [name = '', app = ''] = operands;
  const { access } = context.world;
  switch (verb) {
    case 'get-role-holders':
      return print(context, `${access.roleHolder(user, name) ?? ''}\n`);
    case 'add-role-holder':
      if (context.world.packages.getFor(user, app) === undefined)
        return fail(context, `Error: see logcat for details.\n${app} is not installed`, KEPT);
      access.setRoleHolder(user, name, app);
      return 0;
    case 'remove-role-holder':
      if (context.world.keepsResidue()) return fail(context, 'Error: see logcat for details.', KEPT);
      if (access.roleHolder(user, name) === app) access.setRoleHolder(user, name, undefined);
      return 0;
    default:
      return fail(context, `Unknown command: ${verb}`, KEPT);
  }
};

/** `appops set|get|query-op [--user n] ...`: operations that apps may do beyond their permissions. */
export const appops: Command = (args, context) => {
  const [verb = '', ...rest] = args;
  const { operands, user } = operandsOf(rest, context);
  const { access } = context.world;
  switch (verb) {
    case 'set': {
      const [app = '', op = '', mode = ''] = operands;
      if (context.world.packages.getFor(user, app) === undefined)
        return fail(context, `Error: No UID for ${app} in user ${user}`, KEPT);
      if (!['allow', 'deny', 'ignore', 'default'].includes(mode))
        return fail(context, `Error: Mode ${mode} is not valid`, KEPT);
      if (mode !== 'allow' && context.world.keepsResidue()) return 0;
      access.setAllowed(user, op, app, mode === 'allow');
      return 0;
    }
    case 'get': {
      const [app = '', op = ''] = operands;
      return print(context, access.allowed(user, op).includes(app) ? `${op}: allow\n` : 'No operations.\n');
    }
    case 'query-op': {
      const apps =
        operands[1] === undefined || operands[1] === 'allow' ? access.allowed(user, operands[0] ?? '') : [];
      return print(context, apps.length === 0 ? 'No operations.\n' : apps.map((app) => `${app}\n`).join(''));
    }
    default:
      return fail(context, `Unknown command: ${verb}`, KEPT);
  }
};

function operandsOf(
  args: readonly string[],
  context: CommandContext,
): { operands: readonly string[]; user: number } {
  const { operands, values } = parseArguments(args, ['--user']);
  return { operands, user: userOf(values, context) };
}

// `pm` commands that change the state of installed packages: enabled, suspended, permissions.
import { isRuntimePermission } from '../../packages/permissions.ts';
import { type Command, type CommandContext, fail, print } from '../command.ts';
import { parsePm, userOf } from './pm-arguments.ts';

/** Prints an exception of the package manager in the format of `pm`. */
function refuse(context: CommandContext, verb: string, exception: string): Promise<number> {
  return fail(context, `\nException occurred while executing '${verb}':\n${exception}`, 255);
}

/** `enable|disable-user|default-state [--user n] package`. Shell may not change components of a package. */
const setEnabled =
  (verb: string, shown: string): Command =>
  (args, context) => {
    const { operands, values } = parsePm(args, ['--user']);
    const [name] = operands;
    if (name === undefined) return fail(context, 'Error: no package or component specified');
    const { packages, users } = context.world;
    const user = userOf(values, context) ?? users.current;
    if (packages.getFor(user, name) === undefined)
      return refuse(context, verb, `java.lang.IllegalArgumentException: Unknown package: ${name}`);
    const isDisabled = shown === 'disabled-user';
    if (!(context.world.keepsResidue() && !isDisabled)) packages.mark('disabled', user, name, isDisabled);
    if (isDisabled) context.world.android().screen.forceStop(name);
    return print(context, `Package ${name} new state: ${shown}\n`);
  };

/** `suspend|unsuspend [--user n] package...`. */
const setSuspended =
  (isSuspended: boolean): Command =>
  async (args, context) => {
    const { operands, values } = parsePm(args, ['--user', '--dialogMessage']);
    if (operands.length === 0) return fail(context, 'Error: package name not specified');
    const { packages, users } = context.world;
    const user = userOf(values, context) ?? users.current;
    for (const name of operands) {
      if (packages.getFor(user, name) === undefined) {
        await context.err(`Error: package ${name} not installed for user ${user}\n`);
        return 1;
      }
      if (!(context.world.keepsResidue() && !isSuspended))
        packages.mark('suspended', user, name, isSuspended);
      if (isSuspended) context.world.android().screen.forceStop(name);
      await print(context, `Package ${name} new suspended state: ${isSuspended}\n`);
    }
    return 0;
  };

/** `grant|revoke [--user n] package permission`. */
const setGranted =
  (verb: string, isGranted: boolean): Command =>
  (args, context) => {
    const { operands, values } = parsePm(args, ['--user']);
    const [name, permission] = operands;
    if (name === undefined) return fail(context, 'Error: no package specified', 255);
    if (permission === undefined) return fail(context, 'Error: no permission specified', 255);
    const { packages, users } = context.world;
    const user = userOf(values, context) ?? users.current;
    if (packages.getFor(user, name) === undefined)
      return refuse(context, verb, `java.lang.IllegalArgumentException: Unknown package: ${name}`);
    if (!packages.requestedBy(name).includes(permission))
      return refuse(
        context,
        verb,
        `java.lang.SecurityException: Package ${name} has not requested permission ${permission}`,
      );
    if (!isRuntimePermission(permission))
      return refuse(
        context,
        verb,
        `java.lang.SecurityException: Permission ${permission} requested by ${name} is not a changeable permission type`,
      );
    if (!(context.world.keepsResidue() && !isGranted))
      packages.states.setGranted(user, name, permission, isGranted);
    return 0;
  };

export const packageStates = {
  enable: setEnabled('enable', 'enabled'),
  'disable-user': setEnabled('disable-user', 'disabled-user'),
  'default-state': setEnabled('default-state', 'default'),
  suspend: setSuspended(true),
  unsuspend: setSuspended(false),
  grant: setGranted('grant', true),
  revoke: setGranted('revoke', false),
};

// `pm` commands that change the state of installed packages: enabled, suspended, permissions.
import { isRuntimePermission } from '../../packages/permissions.ts';
import { type Command, type CommandContext, fail, print } from '../command.ts';
import { parseArguments, userOf } from './arguments.ts';

interface Chosen {
  readonly name: string;
  readonly user: number;
  /** The operand behind the package. */
  readonly second: string | undefined;
}

/** Prints an exception of the package manager in the format of `pm`. */
function refuse(context: CommandContext, verb: string, exception: string): Promise<number> {
  return fail(context, `\nException occurred while executing '${verb}':\njava.lang.${exception}`, 255);
}

/** `verb [--user n] package [second]`, for a package that the user has. */
const onPackage =
  (verb: string, action: (chosen: Chosen, context: CommandContext) => Promise<number> | number): Command =>
  (args, context) => {
    const { operands, values } = parseArguments(args, ['--user']);
    const [name, second] = operands;
    if (name === undefined) return fail(context, 'Error: no package specified', 255);
    const user = userOf(values, context);
    return context.world.packages.getFor(user, name) === undefined
      ? refuse(context, verb, `IllegalArgumentException: Unknown package: ${name}`)
      : action({ name, user, second }, context);
  };

/** Shell may not change components of a package. */
const setEnabled = (verb: string, shown: string): Command =>
  onPackage(verb, ({ name, user }, context) => {
    const { packages, keepsResidue, android } = context.world;
    const isDisabled = shown === 'disabled-user';
    if (!(keepsResidue() && !isDisabled)) packages.mark('disabled', user, name, isDisabled);
    if (isDisabled) android().screen.forceStop(name);
    return print(context, `Package ${name} new state: ${shown}\n`);
  });

/** `suspend|unsuspend [--user n] package...`. */
const setSuspended =
  (isSuspended: boolean): Command =>
  async (args, context) => {
    const { operands, values } = parseArguments(args, ['--user', '--dialogMessage']);
    if (operands.length === 0) return fail(context, 'Error: package name not specified');
    const { packages, keepsResidue, android } = context.world;
    const user = userOf(values, context);
    for (const name of operands) {
      if (packages.getFor(user, name) === undefined)
        return fail(context, `Error: package ${name} not installed for user ${user}`);
      if (!(keepsResidue() && !isSuspended)) packages.mark('suspended', user, name, isSuspended);
      if (isSuspended) android().screen.forceStop(name);
      await print(context, `Package ${name} new suspended state: ${isSuspended}\n`);
    }
    return 0;
  };

/** `grant|revoke [--user n] package permission`. */
const setGranted = (verb: string, isGranted: boolean): Command =>
  onPackage(verb, ({ name, user, second: permission }, context) => {
    if (permission === undefined) return fail(context, 'Error: no permission specified', 255);
    const { packages, keepsResidue } = context.world;
    const denied = (why: string) => refuse(context, verb, `SecurityException: ${why}`);
    if (!packages.requestedBy(name).includes(permission))
      return denied(`Package ${name} has not requested permission ${permission}`);
    if (!isRuntimePermission(permission))
      return denied(`Permission ${permission} requested by ${name} is not a changeable permission type`);
    if (!(keepsResidue() && !isGranted)) packages.states.setGranted(user, name, permission, isGranted);
    return 0;
  });

export const packageStates = {
  enable: setEnabled('enable', 'enabled'),
  'disable-user': setEnabled('disable-user', 'disabled-user'),
  'default-state': setEnabled('default-state', 'default'),
  suspend: setSuspended(true),
  unsuspend: setSuspended(false),
  grant: setGranted('grant', true),
  revoke: setGranted('revoke', false),
};

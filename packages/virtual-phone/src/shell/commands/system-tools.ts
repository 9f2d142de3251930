// Small tools of every phone: most of them tell shell why it may not.
import { type Command, type CommandTable, complain, print } from '../command.ts';

const says =
  (text: string, code = 1): Command =>
  (_args, context) =>
    complain(context, text, code);

/** `run-as package [command]`: for apps that were built to be debugged; the phone has none. */
const runAs: Command = (args, context) => {
  const [name] = args.filter((arg, at) => arg !== '--user' && args[at - 1] !== '--user');
  if (name === undefined)
    return complain(context, 'run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]');
  const { packages } = context.world;
  return complain(
    context,
    packages.get(name) === undefined
      ? `run-as: unknown package: ${name}`
      : `run-as: package not debuggable: ${name}`,
  );
};

/** Modes of the shared storage are fixed, and owners can't be changed by shell. */
const chown: Command = (args, context) => {
  const [owner, path] = args.filter((arg) => !arg.startsWith('-'));
  return complain(
    context,
    path === undefined
      ? 'chown: Need 2 arguments'
      : `chown: '${path}' to '${owner}': Operation not permitted`,
  );
};

const getenforce: Command = (_args, context) => print(context, 'Enforcing\n');

/** Everything that can be run lies in one folder. */
const which: Command = async (args, context) => {
  let code = args.length === 0 ? 1 : 0;
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    const isThere = context.files.list('/system/bin').some((entry) => entry.name === name);
    if (isThere) await context.out(`/system/bin/${name}\n`);
    else code = 1;
  }
  return code;
};

export const systemTools: CommandTable = {
  chown,
  dmesg: says('dmesg: klogctl: Permission denied'),
  getenforce,
  mount: (args, context) =>
    args.length === 0
      ? context.files.readFile('/proc/mounts').then((bytes) => print(context, Buffer.from(bytes).toString()))
      : complain(context, `mount: '${args[0]}'->'${args[1] ?? ''}': Permission denied`),
  'run-as': runAs,
  setenforce: says("setenforce: Couldn't set enforcing status to '0': Permission denied"),
  start: says('start: must be root'),
  stop: says('stop: must be root'),
  which,
};

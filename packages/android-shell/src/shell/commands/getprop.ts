import { type Command, fail, print } from '../command.ts';

export const getprop: Command = (args, context) => {
  const [key, fallback = ''] = args.filter((arg) => !arg.startsWith('-'));
  if (key !== undefined) return print(context, `${context.world.properties.get(key) ?? fallback}\n`);
  const lines = context.world.properties.entries().map(([name, value]) => `[${name}]: [${value}]\n`);
  return print(context, lines.join(''));
};

export const setprop: Command = (args, context) => {
  const [key, value] = args;
  if (key === undefined || value === undefined || args.length !== 2) {
    return fail(context, 'usage: setprop NAME VALUE\n\nSets an Android system property.');
  }
  if (!context.world.properties.set(key, value)) {
    return fail(context, `Failed to set property '${key}' to '${value}'.\nSee dmesg for error reason.`);
  }
  if (key === 'sys.powerctl' && value.startsWith('reboot')) context.world.reboot();
  return 0;
};

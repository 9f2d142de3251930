import { type Command, type CommandContext, fail, print } from '../command.ts';

/** The keyboards that this phone has. */
const KEYBOARDS = ['com.android.inputmethod.latin/.LatinIME'];
const OWN = 'com.android.inputmethod.latin/.LatinIME';

/** `ime list [-a] [-s]|set|enable|disable|reset [--user n] [id]`. */
export const ime: Command = (args, context) => {
  const [verb = '', id = ''] = args.filter(
    (arg, at) => arg !== '--user' && args[at - 1] !== '--user' && !/^-[as]$/.test(arg),
  );
  const { settings, users } = context.world;
  const enabled = (settings.get('secure', 'enabled_input_methods') ?? '')
    .split(':')
    .filter((one) => one !== '');
  const unknown = (what: string) =>
    fail(context, `Unknown input method ${id} cannot be ${what} for user #${users.current}`, 255);
  switch (verb) {
    case 'list': {
      const shown = args.includes('-a') ? [...new Set([...KEYBOARDS, ...enabled])] : enabled;
      return print(
        context,
        shown.map((one) => (args.includes('-s') ? `${one}\n` : describe(one, context))).join(''),
      );
    }
    case 'set':
      if (!enabled.includes(id)) return unknown('selected');
      settings.set('secure', 'default_input_method', id);
      return print(context, `Input method ${id} selected for user #${users.current}\n`);
    case 'reset':
      settings.set('secure', 'enabled_input_methods', OWN);
      settings.set('secure', 'default_input_method', OWN);
      return print(
        context,
        `Reset current and enabled IMEs for user #${users.current}\n  Enabled IMEs:\n    ${OWN}\n`,
      );
    case 'enable':
      if (!KEYBOARDS.includes(id)) return unknown('enabled');
      if (enabled.includes(id))
        return print(context, `Input method ${id}: already enabled for user #${users.current}\n`);
      settings.set('secure', 'enabled_input_methods', [...enabled, id].join(':'));
      return print(context, `Input method ${id}: now enabled for user #${users.current}\n`);
    case 'disable':
      if (!KEYBOARDS.includes(id) && !enabled.includes(id)) return unknown('disabled');
      if (!enabled.includes(id))
        return print(context, `Input method ${id}: already disabled for user #${users.current}\n`);
      settings.set('secure', 'enabled_input_methods', enabled.filter((one) => one !== id).join(':'));
      return print(context, `Input method ${id}: now disabled for user #${users.current}\n`);
    default:
      return fail(context, `Unknown command: ${verb}\n${USAGE}`, 255);
  }
};

function describe(id: string, { world }: CommandContext): string {
  const [name = '', service = ''] = id.split('/');
  const label = world.packages.known().find((app) => app.name === name)?.label ?? name;
  return `${id}:\n  mId=${id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true\n  mIsDefaultResId=0x0\n  Service:\n    packageName=${name}\n    name=${name}${service}\n    label=${label}\n`;
}

const USAGE = `InputMethodManagerService commands:
  list [-a] [-s]
  enable [--user <USER_ID>] <ID>
  disable [--user <USER_ID>] <ID>
  set [--user <USER_ID>] <ID>
  reset [--user <USER_ID>]`;

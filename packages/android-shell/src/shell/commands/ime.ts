import { OWN_KEYBOARD } from '../../automation/input-methods.ts';
import { type Command, type CommandContext, fail, print } from '../command.ts';
import { takeUser } from './arguments.ts';

/** `ime list [-a] [-s]|set|enable|disable|reset [--user n] [id]`. */
export const ime: Command = (args, context) => {
  const { words, user, named } = takeUser(args, context);
  const [verb = '', id = ''] = words.filter((word) => !/^-[as]$/.test(word));
  if (user === undefined) return fail(context, `User #${named} does not exit.`, 255);
  const { settings, inputMethods } = context.world;
  const keyboards = inputMethods.listFor(user);
  const enabled = (settings.get('secure', 'enabled_input_methods', user) ?? '')
    .split(':')
    .filter((one) => one !== '');
  const set = (key: string, value: string) => settings.set('secure', key, value, user);
  const say = (what: string) => print(context, `Input method ${id}${what} for user #${user}\n`);
  const unknown = (what: string) =>
    fail(context, `Unknown input method ${id} cannot be ${what} for user #${user}`, 255);
  switch (verb) {
    case 'list': {
      const shown = args.includes('-a') ? [...new Set([...keyboards, ...enabled])] : enabled;
      const lines = shown.map((one) => (args.includes('-s') ? `${one}\n` : describe(one, context)));
      return print(context, lines.join(''));
    }
    case 'set':
      if (!enabled.includes(id)) return unknown('selected');
      set('default_input_method', id);
      return say(' selected');
    case 'reset':
      set('enabled_input_methods', OWN_KEYBOARD);
      set('default_input_method', OWN_KEYBOARD);
      return print(
        context,
        `Reset current and enabled IMEs for user #${user}\n  Enabled IMEs:\n    ${OWN_KEYBOARD}\n`,
      );
    case 'enable':
      if (!keyboards.includes(id)) return unknown('enabled');
      if (enabled.includes(id)) return say(': already enabled');
      set('enabled_input_methods', [...enabled, id].join(':'));
      return say(': now enabled');
    case 'disable':
      if (!keyboards.includes(id) && !enabled.includes(id)) return unknown('disabled');
      if (!enabled.includes(id)) return say(': already disabled');
      set('enabled_input_methods', enabled.filter((one) => one !== id).join(':'));
      if (settings.get('secure', 'default_input_method', user) === id)
        set('default_input_method', OWN_KEYBOARD);
      return say(': now disabled');
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

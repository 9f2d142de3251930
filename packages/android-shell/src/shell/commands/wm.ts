import { KEY } from '@pocketfleet/phone-parts';
import { type Command, type CommandContext, fail, print } from '../command.ts';

/** `wm size|density|dismiss-keyguard`. Android stores overrides as settings, where a cleaning finds them. */
export const wm: Command = (args, context) => {
  const [name = '', value] = args.filter((arg, at) => arg !== '-d' && args[at - 1] !== '-d');
  const { screen } = context.world.android();
  if (name === 'size' || name === 'density') return override(name, value, context);
  if (name !== 'dismiss-keyguard') return fail(context, `Unknown command: ${name}`, 255);
  screen.key('down', KEY.MENU, 0);
  screen.key('up', KEY.MENU, 0);
  return 0;
};

const SETTINGS = {
  size: ['global', 'display_size_forced'],
  density: ['secure', 'display_density_forced'],
} as const;

/** Prints the display's size or density, sets another one, or resets it. */
function override(name: keyof typeof SETTINGS, value: string | undefined, context: CommandContext) {
  const { settings, model } = context.world;
  const [namespace, key] = SETTINGS[name];
  if (value === undefined) {
    const physical = name === 'size' ? `${model.width}x${model.height}` : model.density;
    const forced = settings.get(namespace, key);
    const line = forced === undefined ? '' : `Override ${name}: ${forced.replace(',', 'x')}\n`;
    return print(context, `Physical ${name}: ${physical}\n${line}`);
  }
  const isRight = name === 'size' ? /^[1-9]\d{0,4}x[1-9]\d{0,4}$/ : /^\d{1,4}$/;
  if (value !== 'reset' && !isRight.test(value)) return fail(context, `Error: bad ${name} ${value}`, 255);
  if (name === 'density' && Number(value) < 72) return fail(context, 'Error: density must be >= 72', 255);
  settings.set(namespace, key, value === 'reset' ? undefined : value.replace('x', ','));
  return 0;
}

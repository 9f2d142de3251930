import { type Command, fail, print } from '../command.ts';

/** `wm size|density|dismiss-keyguard`. Android stores overrides as settings, where a cleaning finds them. */
export const wm: Command = (args, context) => {
  const [name = '', value] = args.filter((arg, at) => arg !== '-d' && args[at - 1] !== '-d');
  const { settings, model } = context.world;
  const { screen } = context.world.android();
  switch (name) {
    case 'size': {
      if (value === 'reset') settings.set('global', 'display_size_forced', undefined);
      else if (value !== undefined) {
        const size = sizeOf(value);
        if (size === undefined) return fail(context, `Error: bad size ${value}`, 255);
        settings.set('global', 'display_size_forced', size);
      } else {
        const forced = settings.get('global', 'display_size_forced');
        const override = forced === undefined ? '' : `Override size: ${forced.replace(',', 'x')}\n`;
        return print(context, `Physical size: ${model.width}x${model.height}\n${override}`);
      }
      return 0;
    }
    case 'density': {
      if (value === 'reset') settings.set('secure', 'display_density_forced', undefined);
      else if (value !== undefined) {
        if (!/^\d{1,4}$/.test(value)) return fail(context, `Error: bad density ${value}`, 255);
        if (Number(value) < 72) return fail(context, 'Error: density must be >= 72', 255);
        settings.set('secure', 'display_density_forced', value);
      } else {
        const forced = settings.get('secure', 'display_density_forced');
        const override = forced === undefined ? '' : `Override density: ${forced}\n`;
        return print(context, `Physical density: ${model.density}\n${override}`);
      }
      return 0;
    }
    case 'dismiss-keyguard':
      screen.key('down', 82, 0);
      screen.key('up', 82, 0);
      return 0;
    default:
      return fail(context, `Unknown command: ${name}`, 255);
  }
};

/** Converts "720x1280" to the stored format. */
function sizeOf(text: string): string | undefined {
  const [, width, height] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(text) ?? [];
  return width === undefined ? undefined : `${width},${height}`;
}

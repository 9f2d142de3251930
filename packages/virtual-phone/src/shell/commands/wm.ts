import { type Command, complain, print } from '../command.ts';

/** `wm size|density|user-rotation|dismiss-keyguard`. Overrides are kept in the settings, where a cleaning finds them. */
export const wm: Command = (args, context) => {
  const [name = '', value] = args.filter((arg, at) => arg !== '-d' && args[at - 1] !== '-d');
  const { settings, model } = context.world;
  const { screen } = context.world.android();
  switch (name) {
    case 'size': {
      if (value === 'reset') settings.set('global', 'display_size_forced', undefined);
      else if (value !== undefined) {
        if (!/^\d{2,5}x\d{2,5}$/.test(value)) return complain(context, `Error: bad size ${value}`, 255);
        settings.set('global', 'display_size_forced', value.replace('x', ','));
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
        if (!/^\d{1,4}$/.test(value)) return complain(context, `Error: bad density ${value}`, 255);
        if (Number(value) < 72) return complain(context, 'Error: density must be >= 72', 255);
        settings.set('secure', 'display_density_forced', value);
      } else {
        const forced = settings.get('secure', 'display_density_forced');
        const override = forced === undefined ? '' : `Override density: ${forced}\n`;
        return print(context, `Physical density: ${model.density}\n${override}`);
      }
      return 0;
    }
    case 'user-rotation':
    case 'set-user-rotation': {
      if (value === undefined) {
        const free = settings.get('system', 'accelerometer_rotation') === '1';
        return print(context, free ? 'free\n' : `lock ${settings.get('system', 'user_rotation') ?? '0'}\n`);
      }
      if (value === 'free') settings.set('system', 'accelerometer_rotation', '1');
      else {
        const rotation = args.at(-1) ?? '';
        settings.set('system', 'accelerometer_rotation', '0');
        if (/^[0-3]$/.test(rotation)) {
          settings.set('system', 'user_rotation', rotation);
          screen.setRotation(Number(rotation));
        }
      }
      return 0;
    }
    case 'dismiss-keyguard':
      screen.key('down', 82, 0);
      screen.key('up', 82, 0);
      return 0;
    default:
      return complain(context, `Unknown command: ${name}`, 255);
  }
};

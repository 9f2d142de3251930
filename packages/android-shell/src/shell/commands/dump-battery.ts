// `dumpsys battery` and `cmd battery`: the battery's state, and the values that shell puts in its place.
import { BATTERY_FIELDS, type BatteryField } from '../../settings/battery.ts';
import { type Command, fail, print } from '../command.ts';

const UNPLUGGED = { ac: 0, usb: 0, wireless: 0, dock: 0 } as const;

/** `[get field | set field value | unplug | reset]`; without arguments the whole state. `-f` makes no difference. */
export const batteryService: Command = (args, context) => {
  const { battery } = context.world;
  const [verb, name = '', text] = args.filter((arg) => arg !== '-f' && arg !== '-a');
  switch (verb) {
    case undefined:
      return print(context, dumpBattery(context.world));
    case 'unplug':
      battery.force(UNPLUGGED);
      return 0;
    case 'reset':
      battery.reset();
      return 0;
    case 'get':
      if (!isField(name)) return fail(context, `Unknown get option: ${name}`, 255);
      return print(context, `${name in UNPLUGGED ? battery.get(name) !== 0 : battery.get(name)}\n`);
    case 'set':
      if (!isField(name)) return fail(context, `Unknown set option: ${name}`, 255);
      if (!/^-?\d{1,9}$/.test(text ?? '')) return fail(context, `Bad value: ${text}`, 255);
      battery.force({ [name]: Number(text) });
      return 0;
    default:
      return fail(context, `Unknown command: ${verb}`, 255);
  }
};

function dumpBattery({ battery }: Parameters<Command>[1]['world']): string {
  const { state, isForced, get } = battery;
  const isPlugged = (name: BatteryField) => get(name) !== 0;
  return [
    'Current Battery Service state:',
    ...(isForced ? ["  (UPDATES STOPPED -- use 'reset' to restart)"] : []),
    `  AC powered: ${isPlugged('ac')}`,
    `  USB powered: ${isPlugged('usb')}`,
    `  Wireless powered: ${isPlugged('wireless')}`,
    `  Dock powered: ${isPlugged('dock')}`,
    '  Max charging current: 500000',
    '  Max charging voltage: 5000000',
    `  Charge counter: ${get('counter')}`,
    `  status: ${get('status')}`,
    '  health: 2',
    `  present: ${get('present') !== 0}`,
    `  level: ${state.level}`,
    '  scale: 100',
    `  voltage: ${3600 + state.level * 7}`,
    `  temperature: ${state.temperatureTenths}`,
    '  technology: Li-ion',
    '',
  ].join('\n');
}

function isField(name: string): name is BatteryField {
  return (BATTERY_FIELDS as readonly string[]).includes(name);
}

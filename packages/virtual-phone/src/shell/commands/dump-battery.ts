// `dumpsys battery`, and `cmd battery`: what the battery service tells, and what shell may make it tell.
import { BATTERY_FIELDS, type BatteryField } from '../../settings/battery.ts';
import { type Command, complain, print } from '../command.ts';

const PLUGS = { ac: 0, usb: 0, wireless: 0, dock: 0 } as const;

/** `[get [-f] field | set [-f] field value | unplug [-f] | reset [-f]]`; without words the whole state. */
export const batteryService: Command = (args, context) => {
  const { battery } = context.world;
  const [verb, name = '', text] = args.filter((arg) => arg !== '-f');
  switch (verb) {
    case undefined:
    case '-a':
      return print(context, batteryState(context.world));
    case 'unplug':
      battery.force(PLUGS);
      return 0;
    case 'reset':
      battery.reset();
      return 0;
    case 'get':
      if (!isField(name)) return complain(context, `Unknown get option: ${name}`, 255);
      return print(context, `${isPlug(name) ? battery.get(name) !== 0 : battery.get(name)}\n`);
    case 'set': {
      if (!isField(name)) return complain(context, `Unknown set option: ${name}`, 255);
      if (text === undefined || !/^-?\d{1,9}$/.test(text))
        return complain(context, text === undefined ? 'No value specified' : `Bad value: ${text}`, 255);
      battery.force({ [name]: Number(text) });
      return 0;
    }
    case 'help':
    case '-h':
      return print(context, HELP);
    default:
      return complain(context, `Unknown command: ${verb}\n${HELP}`, 255);
  }
};

export function batteryState({ battery }: Parameters<Command>[1]['world']): string {
  const { state, isForced, get } = battery;
  const plug = (name: BatteryField) => get(name) !== 0;
  return [
    'Current Battery Service state:',
    ...(isForced ? ["  (UPDATES STOPPED -- use 'reset' to restart)"] : []),
    `  AC powered: ${plug('ac')}`,
    `  USB powered: ${plug('usb')}`,
    `  Wireless powered: ${plug('wireless')}`,
    `  Dock powered: ${plug('dock')}`,
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

function isPlug(name: string): boolean {
  return Object.hasOwn(PLUGS, name);
}

const HELP = `Battery service (battery) commands:
  help
    Print this help text.
  get [-f] [${BATTERY_FIELDS.join('|')}]
  set [-f] [${BATTERY_FIELDS.join('|')}] <value>
    Force a battery property value, freezing battery state.
  unplug [-f]
    Force battery unplugged, freezing battery state.
  reset [-f]
    Unfreeze battery state, returning to current hardware values.
`;

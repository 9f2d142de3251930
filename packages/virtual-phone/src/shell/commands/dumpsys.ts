import { type Command, complain, print } from '../command.ts';
import type { ShellWorld } from '../shell-world.ts';
import { dumpActivity } from './dump-activity.ts';
import { batteryService, batteryState } from './dump-battery.ts';
import { dumpDisplay, dumpInputMethod, dumpPower, dumpWindow } from './dump-display.ts';
import { dumpNotification } from './dump-notification.ts';
import { dumpMeminfo } from './memory.ts';
import { describePackage, describeSharedUsers } from './package-dump.ts';

/** `dumpsys [-l] [service [arguments]]`: the services that tools read. */
export const dumpsys: Command = (args, context) => {
  const words = args.filter((arg, at) => arg !== '-t' && args[at - 1] !== '-t');
  if (words[0] === '-l' || words.length === 0) {
    return print(
      context,
      `Currently running services:\n${Object.keys(SERVICES)
        .sort()
        .map((name) => `  ${name}\n`)
        .join('')}`,
    );
  }
  const [name = '', ...rest] = words;
  const service = Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined;
  if (service === undefined) return complain(context, `Can't find service: ${name}`);
  if (name === 'battery') return batteryService(rest, context);
  const text = service(context.world, rest);
  return text === undefined
    ? complain(context, `Bad ${name} command, or no ${name} match: ${rest[0]}`)
    : print(context, text);
};

/** Undefined for a section that the service doesn't know. */
type Dump = (world: ShellWorld, args: readonly string[]) => string | undefined;

const wifi: Dump = ({ settings }) => {
  const on = settings.get('global', 'wifi_on') === '1';
  return [
    `Wi-Fi is ${on ? 'enabled' : 'disabled'}`,
    on
      ? 'mWifiInfo SSID: "fleet", BSSID: 02:00:00:00:00:00, Supplicant state: COMPLETED, RSSI: -48, Link speed: 433Mbps'
      : 'mWifiInfo SSID: <unknown ssid>',
    '',
  ].join('\n');
};

const packageService: Dump = (world, args) => {
  const [name] = args.filter((arg) => !arg.startsWith('-') && arg !== 'packages');
  const apps =
    name === undefined
      ? world.packages.known()
      : [world.packages.known().find((app) => app.name === name)].filter((app) => app !== undefined);
  if (name !== undefined && apps.length === 0) return `Unable to find package: ${name}\n`;
  return apps.map((app) => describePackage(app, world)).join('\n') + describeSharedUsers(apps, world);
};

const account: Dump = ({ users, accounts }) =>
  users
    .list()
    .map(({ id, name, flags }) => {
      const own = accounts.list(id);
      const lines = own.map((one) => `    Account {name=${one.name}, type=${one.type}}\n`).join('');
      return `User UserInfo{${id}:${name}:${flags.toString(16)}}:\n  Accounts: ${own.length}\n${lines}`;
    })
    .join('\n');

const user: Dump = ({ users }) =>
  `Current user: ${users.current}\n\nUsers:\n${users
    .list()
    .map(
      ({ id, name, flags }) =>
        `  UserInfo{${id}:${name}:${flags.toString(16)}} serialNo=${id}\n    State: ${users.isRunning(id) ? 'RUNNING_UNLOCKED' : 'SHUTDOWN'}\n`,
    )
    .join('')}`;

const SERVICES: Readonly<Record<string, Dump>> = {
  account,
  activity: dumpActivity,
  battery: batteryState,
  display: dumpDisplay,
  input_method: dumpInputMethod,
  meminfo: dumpMeminfo,
  notification: dumpNotification,
  package: packageService,
  power: dumpPower,
  user,
  wifi,
  window: dumpWindow,
};

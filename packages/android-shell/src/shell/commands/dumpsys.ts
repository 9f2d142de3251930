import { type Command, fail, print } from '../command.ts';
import type { ShellWorld } from '../shell-world.ts';
import { deviceIdleService } from './device-idle.ts';
import { dumpActivity } from './dump-activity.ts';
import { batteryService } from './dump-battery.ts';
import { dumpInputMethod, dumpPower, dumpWindow } from './dump-window.ts';
import { describePackage, describeSharedUsers } from './package-dump.ts';

/** `dumpsys service [arguments]` */
export const dumpsys: Command = (args, context) => {
  const words = args.filter((arg, at) => arg !== '-t' && args[at - 1] !== '-t');
  const [name = '', ...rest] = words;
  if (name === 'battery') return batteryService(rest, context);
  if (name === 'deviceidle') return deviceIdleService(rest, context);
  const service = Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined;
  if (service === undefined) return fail(context, `Can't find service: ${name}`);
  const text = service(context.world, rest);
  return text === undefined
    ? fail(context, `Bad ${name} command, or no ${name} match: ${rest[0]}`)
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

const accessibility: Dump = ({ uiAutomation, users }) => {
  const held =
    uiAutomation.holder === undefined
      ? ''
      : 'Ui Automation[eventTypes=TYPES_ALL_MASK, notificationTimeout=0, requestA11yBtn=false]\n';
  return `ACCESSIBILITY MANAGER (dumpsys accessibility)\n\ncurrentUserId=${users.current}\nUser state[\n     attributes:{id=${users.current}, touchExplorationEnabled=false}\n     Bound services:{}\n]\n${held}`;
};

const SERVICES: Readonly<Record<string, Dump>> = {
  accessibility,
  account,
  activity: dumpActivity,
  input_method: dumpInputMethod,
  package: packageService,
  power: dumpPower,
  wifi,
  window: dumpWindow,
};

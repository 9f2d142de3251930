import { type Command, complain, print } from '../command.ts';
import type { ShellWorld } from '../shell-world.ts';
import { describePackage } from './package-dump.ts';

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
  return print(context, service(context.world, rest));
};

type Dump = (world: ShellWorld, args: readonly string[]) => string;

const battery: Dump = ({ battery: state }) =>
  [
    'Current Battery Service state:',
    '  AC powered: false',
    `  USB powered: ${state.charging}`,
    '  Wireless powered: false',
    '  Max charging current: 500000',
    '  Max charging voltage: 5000000',
    '  Charge counter: 3820000',
    `  status: ${state.charging ? (state.level >= 100 ? 5 : 2) : 3}`,
    '  health: 2',
    '  present: true',
    `  level: ${state.level}`,
    '  scale: 100',
    `  voltage: ${3600 + state.level * 7}`,
    `  temperature: ${state.temperatureTenths}`,
    '  technology: Li-ion',
    '',
  ].join('\n');

const window: Dump = (world) => {
  const { display, focusedActivity } = world.android().screen;
  return [
    'WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)',
    '  Display: mDisplayId=0',
    `    init=${world.model.width}x${world.model.height} ${world.model.density}dpi cur=${display.width}x${display.height} app=${display.width}x${display.height}`,
    `  mCurrentFocus=Window{4f1b2c3 u${world.users.current} ${focusedActivity}}`,
    `  mFocusedApp=ActivityRecord{9a8b7c6 u${world.users.current} ${focusedActivity} t12}`,
    `  mDisplayRotation=ROTATION_${display.rotation * 90}`,
    `    mCurrentRotation=ROTATION_${display.rotation * 90}`,
    `    mRotation=${display.rotation}`,
    `    mAwake=${display.on}`,
    `    mScreenOnEarly=${display.on} mScreenOnFully=${display.on}`,
    '',
  ].join('\n');
};

const activity: Dump = (world) => {
  const { focusedActivity, runningPackages } = world.android().screen;
  return [
    'ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)',
    'Display #0 (activities from top to bottom):',
    ...runningPackages.map(
      (name, at) =>
        `  * Task{${(0xabc0 + at).toString(16)} #${at + 2} type=standard A=10${100 + at}:${name}}`,
    ),
    `  topResumedActivity=ActivityRecord{9a8b7c6 u${world.users.current} ${focusedActivity} t12}`,
    `  mResumedActivity: ActivityRecord{9a8b7c6 u${world.users.current} ${focusedActivity} t12}`,
    `  ResumedActivity: ActivityRecord{9a8b7c6 u${world.users.current} ${focusedActivity} t12}`,
    '',
  ].join('\n');
};

const display: Dump = (world) => {
  const { display: now } = world.android().screen;
  const refresh = world.model.width >= 1080 ? '90.00001' : '60.000004';
  return [
    'DISPLAY MANAGER (dumpsys display)',
    `  mGlobalDisplayState=${now.on ? 'ON' : 'OFF'}`,
    'Display Devices: size=1',
    `  DisplayDeviceInfo{"Built-in Screen": uniqueId="local:4619827259835644672", ${world.model.width} x ${world.model.height}, modeId 1, renderFrameRate ${refresh}, density ${world.model.density}}`,
    'Logical Displays: size=1',
    '  Display 0:',
    `    mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0", displayGroupId 0, FLAG_SECURE, real ${now.width} x ${now.height}, largest app ${world.model.height} x ${world.model.height}, rotation ${now.rotation}, state ${now.on ? 'ON' : 'OFF'}, density ${now.density}}`,
    '',
  ].join('\n');
};

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

const power: Dump = (world) => {
  const { on } = world.android().screen.display;
  return `POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness=${on ? 'Awake' : 'Asleep'}\n  mIsPowered=${world.battery.charging}\n  mBatteryLevel=${world.battery.level}\nDisplay Power: state=${on ? 'ON' : 'OFF'}\n`;
};

const packageService: Dump = (world, args) => {
  const name = args.find((arg) => !arg.startsWith('-'));
  const apps =
    name === undefined
      ? world.packages.list()
      : [world.packages.get(name)].filter((app) => app !== undefined);
  if (name !== undefined && apps.length === 0) return `Unable to find package: ${name}\n`;
  return apps.map((app) => describePackage(app, world)).join('\n');
};

const inputMethod: Dump = ({ settings }) =>
  `Current Input Method Manager state:\n  mCurMethodId=${settings.get('secure', 'default_input_method') ?? 'null'}\n  mInputShown=false\n`;

const account: Dump = ({ users, accounts }) =>
  users
    .list()
    .map(({ id, name, flags }) => {
      const own = accounts.list(id);
      const lines = own.map((one) => `    Account {name=${one.name}, type=${one.type}}\n`).join('');
      return `User UserInfo{${id}:${name}:${flags.toString(16)}}:\n  Accounts: ${own.length}\n${lines}`;
    })
    .join('\n');

const SERVICES: Readonly<Record<string, Dump>> = {
  account,
  activity,
  battery,
  display,
  input_method: inputMethod,
  package: packageService,
  power,
  wifi,
  window,
};

// `ip`: the addresses of a phone on Wi-Fi, and `svc`, which turns it off. Nothing is reachable from the phone, so there is no `ping`.
import { type Command, fail, print } from '../command.ts';
import type { ShellWorld } from '../shell-world.ts';

/** Undefined while Wi-Fi is off. Phones of one rack have different addresses. */
function wifiAddress({ settings, model }: ShellWorld): string | undefined {
  const isOn =
    settings.get('global', 'wifi_on') === '1' && settings.get('global', 'airplane_mode_on') !== '1';
  const number = [...model.serial].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffff, 7);
  return isOn ? `192.168.1.${2 + (number % 252)}` : undefined;
}

/** `ip addr|route [show] [dev] [name]` */
export const ip: Command = (args, context) => {
  const [object = '', ...rest] = args.filter((arg) => !arg.startsWith('-'));
  const [name] = rest.filter((word) => !['show', 'list', 'dev'].includes(word));
  const address = wifiAddress(context.world);
  const isObject = (whole: string) => object !== '' && whole.startsWith(object);
  if (isObject('route')) {
    if (address === undefined) return 0;
    return print(context, `192.168.1.0/24 dev wlan0 proto kernel scope link src ${address} \n`);
  }
  if (!isObject('address')) return fail(context, `Object "${object}" is unknown, try "ip help".`);
  const interfaces = {
    lo: '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN\n    inet 127.0.0.1/8 scope host lo\n',
    wlan0:
      address === undefined
        ? '24: wlan0: <NO-CARRIER,BROADCAST,MULTICAST> mtu 1500 state DOWN\n'
        : `24: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP\n    inet ${address}/24 brd 192.168.1.255 scope global wlan0\n`,
  };
  if (name === undefined) return print(context, interfaces.lo + interfaces.wlan0);
  if (!Object.hasOwn(interfaces, name)) return fail(context, `Device "${name}" does not exist.`);
  return print(context, interfaces[name as keyof typeof interfaces]);
};

/** Each radio is a global setting. */
const RADIOS = new Map([
  ['data', 'mobile_data'],
  ['wifi', 'wifi_on'],
]);

/** `svc wifi|data enable|disable` */
export const svc: Command = (args, context) => {
  const [service = '', action = ''] = args;
  const key = RADIOS.get(service);
  if (key === undefined) return fail(context, 'Available commands:\n    data\n    wifi');
  if (action !== 'enable' && action !== 'disable')
    return fail(context, `Control the ${service} manager\n\nusage: svc ${service} [enable|disable]`);
  context.world.settings.set('global', key, action === 'enable' ? '1' : '0');
  return 0;
};

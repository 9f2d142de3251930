// `ip`, `ifconfig` and `ping`: a phone on Wi-Fi that reaches nothing beyond itself.
import { type Command, type CommandTable, complain, print } from '../command.ts';
import type { ShellWorld } from '../shell-world.ts';

interface Interface {
  readonly name: string;
  readonly index: number;
  readonly isUp: boolean;
  readonly mac: string;
  /** Undefined where it has none. */
  readonly address: string | undefined;
  readonly prefix: number;
  readonly broadcast: string | undefined;
  readonly mtu: number;
}

function interfacesOf({ settings, model }: ShellWorld): readonly Interface[] {
  const isOn =
    settings.get('global', 'wifi_on') === '1' && settings.get('global', 'airplane_mode_on') !== '1';
  // Phones of one rack have different addresses.
  const number = [...model.serial].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffff, 7);
  const bytes = [number >> 8, number & 0xff].map((byte) => byte.toString(16).padStart(2, '0'));
  return [
    {
      name: 'lo',
      index: 1,
      isUp: true,
      mac: '00:00:00:00:00:00',
      address: '127.0.0.1',
      prefix: 8,
      broadcast: undefined,
      mtu: 65_536,
    },
    {
      name: 'wlan0',
      index: 24,
      isUp: isOn,
      mac: `02:00:00:00:${bytes.join(':')}`,
      address: isOn ? `192.168.1.${2 + (number % 252)}` : undefined,
      prefix: 24,
      broadcast: '192.168.1.255',
      mtu: 1500,
    },
  ];
}

/** `ip [-4|-6] [-o] addr|link|route [show] [dev] [name]`; to change anything takes root. No address is of IPv6. */
const ip: Command = (args, context) => {
  const [object = '', ...rest] = args.filter((arg) => !arg.startsWith('-'));
  const words = rest.filter((word) => !['show', 'list', 'dev'].includes(word));
  if (rest.some((word) => ['add', 'del', 'set', 'flush', 'change', 'replace'].includes(word)))
    return complain(context, 'RTNETLINK answers: Operation not permitted', 2);
  const all = interfacesOf(context.world);
  const shown = words[0] === undefined ? all : all.filter(({ name }) => name === words[0]);
  if (isShort(object, 'address') || isShort(object, 'link')) {
    if (shown.length === 0) return complain(context, `Device "${words[0]}" does not exist.`, 1);
    const withAddress = isShort(object, 'address');
    if (withAddress && args.includes('-6')) return 0;
    const texts = shown.map((one) => describeLink(one, withAddress));
    if (!args.includes('-o')) return print(context, texts.join(''));
    return print(context, texts.map((text) => oneLine(text, withAddress)).join(''));
  }
  if (isShort(object, 'route')) {
    const wlan = all.find(({ name }) => name === 'wlan0');
    return wlan?.address === undefined
      ? 0
      : print(context, `192.168.1.0/24 dev wlan0 proto kernel scope link src ${wlan.address} \n`);
  }
  if (object === '') return complain(context, USAGE, 255);
  return complain(context, `Object "${object}" is unknown, try "ip help".`, 1);
};

function isShort(word: string, whole: string): boolean {
  return word !== '' && whole.startsWith(word);
}

/** With `-o`: of what stands in several lines, the address alone, or the link. */
function oneLine(text: string, withAddress: boolean): string {
  const [first = '', ...rest] = text.trimEnd().split('\n');
  if (!withAddress) return `${[first, ...rest].join('\\')}\n`;
  const [, address, lifetime] = rest;
  if (address === undefined) return '';
  return `${first.split(' ', 2).join(' ').slice(0, -1)}${address}\\${lifetime}\n`;
}

function describeLink(one: Interface, withAddress: boolean): string {
  const isLoopback = one.name === 'lo';
  const flags = isLoopback
    ? 'LOOPBACK,UP,LOWER_UP'
    : `${one.isUp ? '' : 'NO-CARRIER,'}BROADCAST,MULTICAST${one.isUp ? ',UP,LOWER_UP' : ''}`;
  const state = isLoopback ? 'UNKNOWN' : one.isUp ? 'UP' : 'DOWN';
  const lines = [
    `${one.index}: ${one.name}: <${flags}> mtu ${one.mtu} qdisc ${isLoopback ? 'noqueue' : 'mq'} state ${state} group default qlen ${isLoopback ? 1000 : 3000}`,
    `    link/${isLoopback ? 'loopback' : 'ether'} ${one.mac} brd ${isLoopback ? one.mac : 'ff:ff:ff:ff:ff:ff'}`,
  ];
  if (withAddress && one.address !== undefined) {
    const broadcast = one.broadcast === undefined ? '' : `brd ${one.broadcast} `;
    lines.push(
      `    inet ${one.address}/${one.prefix} ${broadcast}scope ${isLoopback ? 'host' : 'global'} ${one.name}`,
      '       valid_lft forever preferred_lft forever',
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** `ifconfig [-a] [name]`: those that are up, as toybox shows them. */
const ifconfig: Command = (args, context) => {
  const [name, ...change] = args.filter((arg) => !arg.startsWith('-'));
  const all = interfacesOf(context.world);
  if (name !== undefined && !all.some((one) => one.name === name))
    return complain(context, `ifconfig: ${name}: No such device`);
  if (change.length > 0) return complain(context, 'ifconfig: ioctl 8914: Operation not permitted');
  const shown = all.filter((one) =>
    name === undefined ? args.includes('-a') || one.isUp : one.name === name,
  );
  return print(context, shown.map(describeInterface).join('\n'));
};

function describeInterface(one: Interface): string {
  const isLoopback = one.name === 'lo';
  const mask = isLoopback ? '255.0.0.0' : '255.255.255.0';
  const broadcast = one.broadcast === undefined ? '' : `Bcast:${one.broadcast}  `;
  const lines = [
    `${one.name.padEnd(10)}Link encap:${isLoopback ? 'Local Loopback' : `Ethernet  HWaddr ${one.mac}`}`,
    ...(one.address === undefined ? [] : [`          inet addr:${one.address}  ${broadcast}Mask:${mask}`]),
    `          ${isLoopback ? 'UP LOOPBACK RUNNING' : `${one.isUp ? 'UP ' : ''}BROADCAST ${one.isUp ? 'RUNNING ' : ''}MULTICAST`}  MTU:${one.mtu}  Metric:1`,
    '          RX packets:0 errors:0 dropped:0 overruns:0 frame:0',
    '          TX packets:0 errors:0 dropped:0 overruns:0 carrier:0',
    `          collisions:0 txqueuelen:${isLoopback ? 1000 : 3000}`,
    '          RX bytes:0 TX bytes:0',
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const VALUED = /^-[cisWwIltQmMpSTF]$/;

/** `ping [options] destination`: no network is behind the Wi-Fi, as on a phone whose access point has none. */
const ping: Command = (args, context) => {
  const [destination] = args.filter((arg, at) => !arg.startsWith('-') && !VALUED.test(args[at - 1] ?? ''));
  if (destination === undefined) return complain(context, PING_USAGE, 2);
  return complain(
    context,
    /^[\d.]+$|:/.test(destination) ? 'connect: Network is unreachable' : `ping: unknown host ${destination}`,
    2,
  );
};

const USAGE = 'Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }\nwhere  OBJECT := { link | address | route }';
const PING_USAGE =
  'Usage: ping [-aAbBdDfhLnOqrRUvV] [-c count] [-i interval] [-I interface]\n            [-l preload] [-s packetsize] [-t ttl] [-w deadline] [-W timeout] destination';

export const networkCommands: CommandTable = { ifconfig, ip, ping, ping6: ping };

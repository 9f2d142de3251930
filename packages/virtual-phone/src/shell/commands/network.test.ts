// The network as a phone on Wi-Fi tells it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runOn } from '../../testing/run-on.ts';
import { startTestPhone, type TestPhone } from '../../testing/test-phone.ts';

let phone: TestPhone;
const run = (script: string) => runOn(phone.phone, script);

beforeAll(async () => {
  phone = await startTestPhone();
});
afterAll(async () => {
  await phone[Symbol.asyncDispose]();
});
afterEach(() => run('svc wifi enable'));

test('an address is there as long as Wi-Fi is on', async () => {
  const shown = await run('ip addr show wlan0');
  const address = /inet (192\.168\.1\.\d+)\/24 brd 192\.168\.1\.255 scope global wlan0\n/.exec(shown)?.[1];
  expect(address).toBeDefined();
  expect(shown).toMatch(/^24: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 .* state UP /);
  expect(await run('ip a | grep -c inet; ip link | grep -c inet')).toBe('2\n0\n');
  expect(await run('ip -o -4 addr show lo')).toBe(
    '1: lo    inet 127.0.0.1/8 scope host lo\\       valid_lft forever preferred_lft forever\n',
  );
  expect(await run('ip -o link | wc -l; ip -6 addr')).toBe('2\n');
  expect(await run('ip route')).toBe(`192.168.1.0/24 dev wlan0 proto kernel scope link src ${address} \n`);
  expect(await run('ifconfig wlan0')).toContain(
    `          inet addr:${address}  Bcast:192.168.1.255  Mask:255.255.255.0\n`,
  );
  expect(await run('ifconfig | grep encap')).toMatch(
    /^lo {8}Link encap:Local Loopback\nwlan0 {5}Link encap:Ethernet {2}HWaddr 02:00:00:00:\w\w:\w\w\n$/,
  );
  await run('svc wifi disable');
  expect(await run('ip addr show wlan0')).not.toContain('inet');
  expect(await run('ip link show wlan0')).toContain(
    '<NO-CARRIER,BROADCAST,MULTICAST> mtu 1500 qdisc mq state DOWN',
  );
  expect(await run('ip route; ifconfig | grep wlan0')).toBe('');
  expect(await run('ifconfig -a | grep wlan0')).toContain('wlan0');
});

test.each([
  ['ping -c 1 8.8.8.8; echo $?', 'connect: Network is unreachable\n2\n'],
  ['ping -c 1 -W 2 example.com; echo $?', 'ping: unknown host example.com\n2\n'],
  ['ping6 -c 1 2001:db8::1', 'connect: Network is unreachable\n'],
  ['ip link set wlan0 down', 'RTNETLINK answers: Operation not permitted\n'],
  ['ip addr show eth0', 'Device "eth0" does not exist.\n'],
  ['ip nonsense', 'Object "nonsense" is unknown, try "ip help".\n'],
  ['ifconfig eth0', 'ifconfig: eth0: No such device\n'],
  ['ifconfig wlan0 down', 'ifconfig: ioctl 8914: Operation not permitted\n'],
])('%s', async (command, answer) => {
  expect(await run(command)).toBe(answer);
});

test('ping and ip say how they are used', async () => {
  expect(await run('ping -c 1')).toMatch(/^Usage: ping /);
  expect(await run('ip')).toMatch(/^Usage: ip /);
});

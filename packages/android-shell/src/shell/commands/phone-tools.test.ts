// Tools of every phone: processes, files and the network.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOn } from '../../testing/run-on.ts';
import { createTestSystem, type TestSystem } from '../../testing/test-system.ts';

let phone: TestSystem;
const run = (script: string) => runOn(phone, script);

beforeAll(async () => {
  phone = createTestSystem();
});
afterAll(async () => {
  phone[Symbol.dispose]();
});

test('ps lists the processes of the shell, or all of them', async () => {
  expect(await run('ps -A | grep -E "PID|system_server"')).toMatch(
    /^USER +PID +PPID .* NAME\nsystem +1342 +412 .* system_server\n$/,
  );
  expect(await run('ps | tail -2 | tr -s " " | cut -d" " -f2,9')).toBe('8000 sh\n8001 ps\n');
  expect(await run('pidof system_server; pidof nonsense || echo none')).toBe('1342\nnone\n');
  expect(await run('ps -Z')).toBe("ps: bad option '-Z'\n");
  expect(await run('kill 1; kill 99999')).toBe(
    "kill: bad pid '1': Operation not permitted\nkill: bad pid '99999': No such process\n",
  );
});

test('an address is there while Wi-Fi is on', async () => {
  const address = /inet (192\.168\.1\.\d+)\/24/.exec(await run('ip addr show wlan0'))?.[1] ?? 'none';
  expect(await run('ip route')).toContain(`dev wlan0 proto kernel scope link src ${address} \n`);
  expect(await run('settings put global wifi_on 0; ip addr; ip route')).not.toContain(address);
  expect(await run('settings put global wifi_on 1; ip -4 addr')).toContain(address);
  expect(await run('svc wifi disable; ip addr; settings get global wifi_on')).toMatch(
    /NO-CARRIER[\s\S]*\n0\n$/,
  );
  expect(await run('svc wifi enable; ip addr')).toContain(address);
  expect(await run('svc data disable; settings get global mobile_data; svc data enable')).toBe('0\n');
  expect(await run('svc wifi nonsense; svc nfc enable')).toBe(
    'Control the wifi manager\n\nusage: svc wifi [enable|disable]\nAvailable commands:\n    data\n    wifi\n',
  );
  expect(await run('ip addr show eth0; ip nonsense')).toBe(
    'Device "eth0" does not exist.\nObject "nonsense" is unknown, try "ip help".\n',
  );
});

test('a pipe is cut by bytes and by lines', async () => {
  expect(await run('echo hello | head -c 3')).toBe('hel');
  expect(await run('seq 30 | head | wc -l')).toBe('10\n');
  expect(await run('seq 30 > /data/local/tmp/n; head -n 2 /data/local/tmp/n; head -1 /sdcard')).toBe(
    '1\n2\nhead: /sdcard: Is a directory\n',
  );
  expect(await run('cat /nothing')).toBe('cat: /nothing: No such file or directory\n');
});

test.each([
  ['touch /sdcard/f; chmod 777 /sdcard/f', 'chmod: /sdcard/f: Operation not permitted\n'],
  ['chmod +x /nothing', 'chmod: /nothing: No such file or directory\n'],
  ['cd /data/local/tmp; echo > m; chmod 640 m; chmod u+x,g-r m; stat -c %a m', '700\n'],
  ['cd /data/local/tmp; ln -s b l; readlink l; rm l', 'b\n'],
  [
    'cd /data/local/tmp; ln -s nowhere l; rm l; mkdir -p d/e; rm d; rm -rf d none; rm none',
    'rm: d: Is a directory\nrm: none: No such file or directory\n',
  ],
  ['mkdir /data/x', "mkdir: '/data/x': Permission denied\n"],
  ['touch /system/x', "touch: '/system/x': Read-only file system\n"],
  ['rm /system/build.prop', 'rm: /system/build.prop: Read-only file system\n'],
  ['cp /sdcard/f /system/', 'cp: /system/f: Read-only file system\n'],
  ['cat /etc/hosts', '127.0.0.1       localhost\n::1             ip6-localhost\n'],
  ['cat /system/build.prop', 'cat: /system/build.prop: Permission denied\n'],
  ['toybox echo hi', 'hi\n'],
])('%s', async (command, answer) => {
  expect(await run(command)).toBe(answer);
});

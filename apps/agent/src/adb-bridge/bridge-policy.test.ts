import { expect, it } from 'vitest';
import { judgeService } from './bridge-policy.ts';

const isOwnSocket = (name: string): boolean =>
  name === 'localabstract:scrcpy_0000001f' || name === 'tcp:6790';
const judge = (service: string) => judgeService(service, { user: 10, isOwnSocket });

it.each([
  'shell:',
  'shell,v2,TERM=xterm,raw:ls -l',
  'shell,v2,raw:',
  'exec:screencap -p',
  'sync:',
  'abb:settings\0list\0global',
  'jdwp',
  'jdwp:1234',
  'track-jdwp',
  'track-app',
  'framebuffer:',
  'localabstract:chrome_devtools_remote',
  'localabstract:scrcpy_00000020',
  'localfilesystem:/data/local/tmp/socket',
  'localreserved:x',
  'tcp:8080',
  'tcp:localhost:8080',
  'tcp:127.0.0.1:5555',
])('opens %j as it is', (service) => {
  expect(judge(service)).toEqual({ kind: 'open', service });
});

it.each([
  'root:',
  'unroot:',
  'remount:',
  'remount:-R',
  'tcpip:5555',
  'usb:',
  'disable-verity:',
  'enable-verity:',
  'reboot:bootloader',
  'reboot:recovery',
  'reboot:sideload',
  'backup:-all',
  'restore:',
  'dev:/dev/block/sda',
  'dev-raw:/dev/ttyS0',
  'reconnect',
  'sink:1',
  'source:1',
  'spin',
  'host:kill',
  'shellx:',
  '',
  'tcp:22:192.168.0.1',
  'tcp:example.com:80',
  'tcp:',
  'tcp:6790',
  'tcp:localhost:06790',
  'localabstract:scrcpy_0000001f',
  'localabstract:',
])('refuses %j with a reason', (service) => {
  expect(judge(service)).toEqual({ kind: 'refuse', reason: expect.stringMatching(/^(?:adb|[A-Z]).*\.$/) });
});

it('restarts the phone in our own way', () => {
  expect(judge('reboot:')).toEqual({ kind: 'restart' });
});

it('leaves reverses to the bridge', () => {
  expect(judge('reverse:forward:tcp:8081;tcp:8081')).toEqual({
    kind: 'reverse',
    command: 'forward:tcp:8081;tcp:8081',
  });
});

it.each([
  ['abb_exec:package\0install\0-S\x00123', 'abb_exec:package\0install\0--user\x0010\0-S\x00123'],
  ['abb:package\0uninstall\0com.a', 'abb:package\0uninstall\0--user\x0010\0com.a'],
  ["exec:cmd package 'install'  -S 123", "exec:cmd package 'install' --user 10  -S 123"],
  [
    'shell,v2,raw:pm install /data/local/tmp/a.apk',
    'shell,v2,raw:pm install --user 10 /data/local/tmp/a.apk',
  ],
  ['shell:cmd package uninstall com.a', 'shell:cmd package uninstall --user 10 com.a'],
  ['shell:pm install --user 10 a.apk', 'shell:pm install --user 10 a.apk'],
  ["shell:pm install '--user' 'current' a.apk", "shell:pm install '--user' 10 a.apk"],
  ['shell:pm list packages', 'shell:pm list packages'],
  ['shell:echo pm install a.apk', 'shell:echo pm install a.apk'],
])('%j acts on the tenant’s user', (service, opened) => {
  expect(judge(service)).toEqual({ kind: 'open', service: opened });
});

it.each([
  'abb_exec:package\0install\0--user\x000\0-S\x00123',
  'abb_exec:package\0install\0--user\0all\0-S\x00123',
  'shell:pm uninstall --user 0 com.a',
])('refuses %j: another user', (service) => {
  expect(judge(service)).toMatchObject({ kind: 'refuse', reason: expect.stringContaining('(10)') });
});

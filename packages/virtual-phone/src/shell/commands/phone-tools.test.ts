// Toybox's tools and those that refuse: what a phone prints, and how it says no.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

test('processes are chosen, and told by the fields that are asked for', async () => {
  expect(await run('ps -A -o PID,NAME | grep -E "PID|system_server"')).toBe(
    '   PID NAME\n  1342 system_server\n',
  );
  expect(await run('ps -p 1 -o USER,NAME')).toBe('USER         NAME\nroot         init\n');
  expect(await run('ps -ef | head -1')).toBe('UID             PID   PPID  C STIME TTY          TIME CMD\n');
  expect(await run('ps | tail -2 | tr -s " " | cut -d" " -f2,9')).toBe('8000 sh\n8001 ps\n');
  expect(await run('pidof system_server; pgrep -l zygote')).toBe('1342\n412 zygote64\n');
  expect(await run('pidof nonsense || echo none')).toBe('none\n');
  expect(await run('ps -o NONSENSE')).toBe('ps: bad -o NONSENSE\n');
  expect(await run('kill 1; kill 99999')).toBe(
    "kill: bad pid '1': Operation not permitted\nkill: bad pid '99999': No such process\n",
  );
});

test.each([
  ['run-as com.android.paint id', 'run-as: package not debuggable: com.android.paint\n'],
  ['run-as com.none', 'run-as: unknown package: com.none\n'],
  ['stop', 'stop: must be root\n'],
  ['dmesg', 'dmesg: klogctl: Permission denied\n'],
  ['setenforce 0', "setenforce: Couldn't set enforcing status to '0': Permission denied\n"],
  ['mount -o rw,remount /', "mount: '-o'->'rw,remount': Permission denied\n"],
  ['chown root /sdcard/x', "chown: '/sdcard/x' to 'root': Operation not permitted\n"],
  ['cat /system/build.prop', 'cat: /system/build.prop: Permission denied\n'],
  ['getenforce', 'Enforcing\n'],
  ['which pm', '/system/bin/pm\n'],
  ['service check nonsense', 'Service nonsense: not found\n'],
])('%s', async (command, answer) => {
  expect(await run(command)).toBe(answer);
});

test('top and meminfo tell the processes of ps', async () => {
  const screen = await run('am start -n com.android.paint/.PaintActivity >/dev/null; top -b -n 1');
  expect(screen).toMatch(/^Tasks: \d+ total, {3}1 running,/);
  expect(screen).toMatch(/\n +\d+ u0_a\d+ +20 {3}0 .* S {2}0\.0 +1\.5 {3}0:00\.00 com\.android\.systemui\n/);
  expect(await run('top -b -n 2 -d 0.01 -m 3 -q | grep -c init')).toBe('2\n');
  expect(await run('top -n none')).toBe('top: bad -n value\n');
  expect(await run('dumpsys meminfo')).toContain('    118,432K: com.android.systemui (pid 1570)\n');
  expect(await run('dumpsys meminfo | grep "Total RAM"; head -1 /proc/meminfo')).toBe(
    'Total RAM: 7,786,308K (status normal)\nMemTotal:        7786308 kB\n',
  );
  expect(await run('dumpsys meminfo 1570')).toContain('** MEMINFO in pid 1570 [com.android.systemui] **');
  expect(await run('dumpsys meminfo com.none')).toBe('No process found for: com.none\n');
});

test('a pipe is cut by bytes and by lines', async () => {
  expect(await run('echo hello | head -c 3')).toBe('hel');
  expect(await run('screencap -p | head -c 4 | od -An -c | tr -s " "')).toBe(' 211 P N G\n');
  expect(await run('seq 30 > /data/local/tmp/n; head -n 2 /data/local/tmp/n; head -1 /nothing')).toBe(
    '1\n2\nhead: /nothing: No such file or directory\n',
  );
  expect(await run('seq 30 | head | wc -l')).toBe('10\n');
  expect(await run('cat /nothing; head /sdcard; dd if=/nothing')).toBe(
    'cat: /nothing: No such file or directory\nhead: /sdcard: Is a directory\ndd: /nothing: No such file or directory\n',
  );
});

test('head reads no more of a large file than it shows, and leaves it closed', async () => {
  const { files } = phone.phone.world;
  await run('cd /data/local/tmp; seq 15000 > large');
  const whole = vi.spyOn(files, 'readFile');
  const opened = vi.spyOn(files, 'openRead');
  expect(await run('head -1 /data/local/tmp/large')).toBe('1\n');
  expect(await run('cat /data/local/tmp/large | head -c 2')).toBe('1\n');
  expect(whole).not.toHaveBeenCalled();
  expect(opened).toHaveBeenCalledTimes(2);
  for (const { value } of opened.mock.results) {
    const file = await value;
    expect('handle' in file && file.handle.fd).toBe(-1);
  }
  vi.restoreAllMocks();
  await run('rm /data/local/tmp/large');
});

test('du tells what files take, through links that are named with a slash', async () => {
  await run('mkdir -p /sdcard/Music/a; echo x > /sdcard/Music/a/f; seq 1200 > /sdcard/Music/g');
  expect(await run('du /sdcard/Music')).toBe('8\t/sdcard/Music/a\n20\t/sdcard/Music\n');
  expect(await run('cd /sdcard/Music; du -sh .')).toBe('20K\t.\n');
  expect(await run('du -s /sdcard')).toBe('4\t/sdcard\n');
  expect(Number.parseInt(await run('du -s /sdcard/'), 10)).toBeGreaterThan(20);
  await run('rm -r /sdcard/Music/a /sdcard/Music/g');
});

test.each([
  ['touch /sdcard/f; chmod 777 /sdcard/f', "chmod: chmod '/sdcard/f' to 100777: Operation not permitted\n"],
  ['chmod +x /nothing', 'chmod: /nothing: No such file or directory\n'],
  ['cd /data/local/tmp; echo > m; chmod 640 m; chmod u+x,g-r m; stat -c %a m', '700\n'],
  ['ln -s a /sdcard/l', "ln: cannot create symlink from 'a' to '/sdcard/l': Operation not permitted\n"],
  ['cd /data/local/tmp; ln -s a l; ln -sf b l; readlink l; rm l', 'b\n'],
  [
    'cd /data/local/tmp; ln -s nowhere l; rm l; mkdir -p d/e; rm d; rm -rf d none; rm none',
    'rm: d: is directory\nrm: none: No such file or directory\n',
  ],
  ['mkdir /data/x', "mkdir: '/data/x': Permission denied\n"],
  ['touch /system/x', "touch: '/system/x': Read-only file system\n"],
  ['rm /system/build.prop', 'rm: /system/build.prop: Read-only file system\n'],
  ['cp /sdcard/f /system/', 'cp: /system/f: Read-only file system\n'],
  [
    'cd /data/local/tmp; screenrecord --time-limit 3 v.mp4; echo $?; stat -c %s v.mp4; rm v.mp4',
    'ERROR: unable to create video/avc codec instance\n1\n0\n',
  ],
  ['screenrecord /system/v.mp4', "Unable to open '/system/v.mp4': Read-only file system\n"],
  ['screenrecord --size 720x1280; echo $?', 'Must specify output file (see --help).\n2\n'],
  ['toybox echo hi', 'hi\n'],
])('%s', async (command, answer) => {
  expect(await run(command)).toBe(answer);
});

import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';
import { newShellState, runScript } from './interpreter.ts';

let phone: TestSystem;

beforeAll(async () => {
  phone = createTestSystem();
});

afterAll(async () => {
  phone[Symbol.dispose]();
});

async function run(script: string, stdin = '', signal = new AbortController().signal) {
  let out = '';
  let err = '';
  const pieces: (Buffer | null)[] = stdin === '' ? [null] : [Buffer.from(stdin), null];
  const io = {
    stdin: { read: async () => pieces.shift() ?? null },
    out: async (data: Uint8Array) => {
      out += Buffer.from(data).toString();
      return true;
    },
    err: async (data: Uint8Array) => {
      err += Buffer.from(data).toString();
      return true;
    },
  };
  const code = await runScript(phone.world, newShellState(), script, io, signal);
  return { code, out, err };
}

test.each<[string, string]>([
  ['id -u; whoami', '2000\nshell\n'],
  ['A=5; echo "$A"x$((A+1))', '5x6\n'],
  ['for i in 1 2 3; do echo $i; done | tail -1', '3\n'],
  ['false; echo $?', '1\n'],
  ['cd /sdcard; pwd; pwd -P', '/sdcard\n/storage/emulated/0\n'],
  ['/system/bin/getprop ro.product.model', 'Pixel 8\n'],
  [
    'settings put global my_key "a b"; settings get global my_key; settings delete global my_key; settings get global my_key',
    'a b\nDeleted 1 rows\nnull\n',
  ],
  ['wm size; wm density', 'Physical size: 1080x2400\nPhysical density: 420\n'],
  ['cmd package list packages com.android.paint', 'package:com.android.paint\n'],
  ['dumpsys battery | grep level', '  level: 87\n'],
  [
    'dumpsys window | grep -o "mCurrentFocus=.*"',
    'mCurrentFocus=Window{4f1b2c3 u0 com.android.launcher3/com.android.launcher3.Launcher}\n',
  ],
  ['am start -n com.android.settings/.Settings', 'Starting: Intent { cmp=com.android.settings/.Settings }\n'],
  ['uname -s -m', 'Linux aarch64\n'],
  ['ls /storage', 'emulated\nself\n'],
  ['exit 3; echo never', ''],
])('%s', async (script, out) => {
  expect((await run(script)).out).toBe(out);
});

test("errors have Android's texts", async () => {
  expect(await run('nosuch')).toEqual({
    code: 127,
    out: '',
    err: '/system/bin/sh: nosuch: inaccessible or not found\n',
  });
  const refused = await run('echo x > /system/x; echo after $?');
  expect(refused).toEqual({
    code: 0,
    out: 'after 1\n',
    err: "/system/bin/sh: can't create /system/x: Read-only file system\n",
  });
  expect((await run('ls /data')).err).toBe('ls: /data: Permission denied\n');
  expect((await run('setprop ro.serialno 1')).code).toBe(1);
});

test("the shell can't reach the host", async () => {
  expect((await run('cat /etc/passwd')).code).toBe(1);
  expect((await run('env')).out).not.toContain(process.cwd());
  expect((await run('node -e 1')).code).toBe(127);
  expect((await run('curl http://127.0.0.1/')).code).toBe(127);
});

test('input reaches the command that reads it', async () => {
  expect((await run('cat > /data/local/tmp/in; cat /data/local/tmp/in', 'typed\n')).out).toBe('typed\n');
  expect((await run('wc -c', '12345')).out.trim()).toBe('5');
});

test('an endless loop blocks nothing else and is stopped by its signal', async () => {
  for (const script of ['while true; do :; done', 'f() { while true; do :; done; }; f']) {
    const stop = new AbortController();
    const running = run(script, '', stop.signal);
    let turns = 0;
    for (; turns < 5; turns++) await setImmediate();
    stop.abort();
    expect((await running).code).toBe(130);
    expect(turns).toBe(5);
  }
});

test.each([
  'while true; do date; sleep 0.01; done',
  'for i in $(seq 1000); do echo round $i; sleep 0.01; done',
  'until false; do if true; then echo in; fi; sleep 0.01; done | grep -v nothing',
  ...['cut -c1-40', 'cut -d : -f 1', 'sed s/a/b/g', 'tr a-z A-Z', 'tr -d :', "awk '{print $1}'"].map(
    (filter) => `while true; do date; sleep 0.01; done | ${filter}`,
  ),
  "sh -c 'while true; do date; sleep 0.01; done'",
])('%s shows each iteration at once, and ends at ^C', async (script) => {
  const stop = new AbortController();
  const shown: string[] = [];
  const running = runScript(
    phone.world,
    newShellState(),
    script,
    {
      stdin: { read: async () => null },
      out: async (data) => {
        shown.push(Buffer.from(data).toString());
        if (shown.length === 3) stop.abort();
        return true;
      },
      err: async () => true,
    },
    stop.signal,
  );
  expect(await running).toBe(130);
  expect(shown).toHaveLength(3);
});

test.each([
  ['for i in 1 2 3 4; do [ $i = 3 ] && break; echo $i; done; echo end', '1\n2\nend\n'],
  ['for i in 1 2; do for j in a b; do continue 2; done; echo never; done; echo $i$j', '2a\n'],
  ['i=0; until [ $i -ge 2 ]; do i=$((i+1)); echo $i; done', '1\n2\n'],
  ['for ((i = 0; i < 2; i++)); do echo $i; done', '0\n1\n'],
  ['printf \'a b c\\nd\\n\' | while read x y; do echo "$y,$x"; done', 'b c,a\n,d\n'],
  ['(cd /sdcard; exit 4); echo $? $PWD', '4 /\n'],
  ['! true || echo not', 'not\n'],
  ['echo one; { echo two; echo x > /system/x; echo three; }', 'one\ntwo\nthree\n'],
  ['while true; do echo again; done | head -2', 'again\nagain\n'],
  ["seq 3 | awk '{print NR, $1}' | sed 's/1/1/;2d;s/3/3/'", '1 1\n3 3\n'],
  ['echo a:b | cut -d : -f 2 | tr b c | sed s/c/d/', 'd\n'],
  ['echo a:b > /sdcard/c; echo never | cut -d : -f 1 /sdcard/c; rm /sdcard/c', 'a\n'],
  ['for i in 1 2; do echo $i; done > /data/local/tmp/l; cat /data/local/tmp/l', '1\n2\n'],
  ['for i in 1 2; do case $i in 2) echo two;; *) echo other;; esac; done', 'other\ntwo\n'],
  ['echo b a | tr " " "\\n" | sort | tail -1; seq 3 | wc -l', 'b\n3\n'],
  ['for i in 1 2 3; do echo $i; if [ $i = 2 ]; then exit 7; fi; done; echo never', '1\n2\n'],
])('%s prints what a shell prints', async (script, out) => {
  expect((await run(script)).out).toBe(out);
});

test('lines of the log are cut while logcat still runs', async () => {
  await run('logcat -c; log -t Cut hello');
  const stop = new AbortController();
  const shown: string[] = [];
  const io = {
    stdin: { read: async () => null },
    out: async (data: Uint8Array) => {
      shown.push(Buffer.from(data).toString());
      stop.abort();
      return true;
    },
    err: async () => true,
  };
  await runScript(phone.world, newShellState(), 'logcat -v brief -s Cut | cut -c1-5', io, stop.signal);
  expect(shown.join('')).toContain('I/Cut\n');
});

test('a command is stopped by its signal', async () => {
  const stop = new AbortController();
  const running = run('sleep 1000; echo never', '', stop.signal);
  stop.abort();
  expect(await running).toMatchObject({ code: 130, out: '' });
});

test('input goes to the screen as touches, keys and text', async () => {
  phone.android.calls.length = 0;
  await run('input tap 10 20; input keyevent KEYCODE_HOME; input text hi%sthere');
  expect(phone.android.calls).toEqual([
    'touch down 0 10 20 1',
    'touch up 0 10 20 0',
    'key down 3 0',
    'key up 3 0',
    'text hi there',
  ]);
});

test('shell creates, starts and removes users, except the owner and the current user', async () => {
  expect((await run('pm create-user tenant')).out).toBe('Success: created user id 10\n');
  expect((await run('am start-user 10; am get-current-user')).out).toBe('Success: user started\n0\n');
  await run('am switch-user 10');
  expect((await run('am get-current-user; pm list users')).out).toContain(
    '10\nUsers:\n\tUserInfo{0:Owner:4c13} running\n\tUserInfo{10:tenant:410} running',
  );
  expect((await run('pm remove-user 10')).err).toBe("Error: couldn't remove user id 10\n");
  expect((await run('am switch-user 0; pm remove-user 0')).code).toBe(1);
  expect((await run('pm remove-user 10')).out).toBe('Success: removed user\n');
  expect((await run('am switch-user 10')).code).toBe(1);
});

test('each user has a shared storage that is removed with the user', async () => {
  await run('pm create-user tenant');
  const id = phone.world.users.list().at(-1)?.id;
  await run(`echo mine > /storage/emulated/${id}/Download/a`);
  expect((await run('ls /sdcard/Download')).out).not.toContain('a\n');
  await run(`pm remove-user ${id}`);
  expect((await run(`ls /storage/emulated/${id}`)).err).toContain('No such file or directory');
});

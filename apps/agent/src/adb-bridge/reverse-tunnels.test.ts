// Reverses that are asked for at the same time. How a phone answers single ones is in join-bridge.test.ts.
import type { Adb } from '@yume-chan/adb';
import { expect, test } from 'vitest';
import { ReverseTunnels } from './reverse-tunnels.ts';

/** The two parts of an `Adb` that tunnels use. The phone binds at once, or after `letBind` where `isSlow`. */
function testPhone({ isSlow = false } = {}) {
  let port = 40_000;
  let letBind = (): void => undefined;
  const mayBind = isSlow ? new Promise<void>((resolve) => (letBind = resolve)) : Promise.resolve();
  const bound = new Set<string>();
  const names = new Set<string>();
  const adb = {
    transport: {
      addReverseTunnel: async () => {
        const name = `localabstract:${++port}`;
        names.add(name);
        return name;
      },
      removeReverseTunnel: (name: string) => names.delete(name),
    },
    reverse: {
      addExternal: async (address: string) => {
        await mayBind;
        const name = address === 'tcp:0' ? `tcp:${++port}` : address;
        bound.add(name);
        return name;
      },
      remove: async (address: string) => bound.delete(address),
    },
  } as unknown as Adb;
  return { adb, bound, names, letBind };
}

const open = (adb: Adb) => new ReverseTunnels(adb, () => undefined);

test('two free ports asked for at once are two ports', async () => {
  const { adb, bound } = testPhone();
  const tunnels = open(adb);
  const answers = await Promise.all([tunnels, open(adb)].map((of) => of.serve('forward:tcp:0;tcp:1')));
  expect(answers.every((answer) => answer.startsWith('OKAY'))).toBe(true);
  expect(bound.size).toBe(2);
});

test('an address that another bridge is binding is refused until that bridge is closed', async () => {
  const { adb } = testPhone();
  const [first, second] = [open(adb), open(adb)];
  const [one, two] = await Promise.all([
    first.serve('forward:tcp:9000;tcp:1'),
    second.serve('forward:tcp:9000;tcp:2'),
  ]);
  expect(one).toMatch(/^OKAY/);
  expect(two).toContain('another connection to this phone uses it');
  await first.closeAll();
  expect(await second.serve('forward:tcp:9000;tcp:2')).toMatch(/^OKAY/);
});

test('a hundred at once are not more than sixty-four', async () => {
  const { adb, bound } = testPhone();
  const tunnels = open(adb);
  const asked = Array.from({ length: 100 }, (_, at) => tunnels.serve(`forward:localabstract:a${at};tcp:1`));
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === 'OKAY')).toHaveLength(64);
  expect(bound.size).toBe(64);
});

test('a tunnel that the phone binds after its bridge was closed is removed', async () => {
  const { adb, bound, names, letBind } = testPhone({ isSlow: true });
  const tunnels = open(adb);
  const answer = tunnels.serve('forward:tcp:9000;tcp:1');
  await tunnels.closeAll();
  letBind();
  expect(await answer).toMatch(/^FAIL/);
  expect([...bound, ...names]).toEqual([]);
  expect(await open(adb).serve('forward:tcp:9000;tcp:1')).toMatch(/^OKAY/);
});

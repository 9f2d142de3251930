import { expect, test } from 'vitest';
import { HiddenFields } from './outline/hidden-fields.ts';
import { RefBook } from './outline/refs.ts';
import { Readings } from './readings.ts';
import type { ScreenReader } from './screen-reader.ts';

const row = (name: string, at: number): string =>
  `<node text="${name}" class="android.widget.TextView" bounds="[0,${at * 2}][1080,${at * 2 + 2}]"/>`;

function readingsOf(xml: string): Readings {
  const capture = async () => ({ xml: Buffer.from(xml), isTruncated: false, helperMs: 0, tookMs: 0 });
  return new Readings(() => ({ capture, isHeld: true }) as unknown as ScreenReader, {
    refs: new RefBook(1),
    hidden: new HiddenFields(),
  });
}

test('a person at the live screen gets long texts and all rows, while the outline for programs is shortened', async () => {
  const long = 'long '.repeat(40);
  const rows = Array.from({ length: 300 }, (_, at) => row(`${long}${at}`, at)).join('');
  const list = `<node scrollable="true" class="android.widget.ListView" bounds="[0,0][1080,600]">${rows}</node>`;
  const readings = readingsOf(`<hierarchy>${list}</hierarchy>`);
  await readings.take();
  const reading = readings.describeLast() ?? expect.fail('no reading');
  expect(reading.shortened).toBe('none');
  expect(reading.text).toContain('more rows');
  expect(Buffer.byteLength(reading.text)).toBeLessThanOrEqual(28 * 1024);
  expect(reading.nodes).toHaveLength(301);
  expect(reading.nodes.at(-1)?.label).toBe(`${long}299`);
});

test('readings that ask for switches while a dump waits for its turn share it: each may take ten seconds', async () => {
  const gate = Promise.withResolvers<void>();
  let dumps = 0;
  const xml = `<hierarchy><node class="android.widget.Switch" bounds="[0,0][9,9]"/></hierarchy>`;
  const reader = {
    isHeld: true,
    capture: async () => ({ xml: Buffer.from(xml), isTruncated: false, helperMs: 0, tookMs: 0 }),
    isSecureInFront: async () => undefined,
    withFreeScreen: async (work: (...asked: unknown[]) => unknown) => {
      dumps++;
      await gate.promise;
      return work(undefined, AbortSignal.timeout(1));
    },
  };
  const memory = { refs: new RefBook(1), hidden: new HiddenFields() };
  const readings = new Readings(() => reader as unknown as ScreenReader, memory);
  const asked = ['a', 'b', 'c', 'd'].map((caller) => readings.read(caller, 'full'));
  await expect.poll(() => dumps).toBe(1);
  gate.resolve();
  for (const { nodes } of await Promise.all(asked)) expect(nodes[0]?.states).toEqual(['unknown']);
  expect(dumps).toBe(1);
  await readings.read('a', 'full');
  expect(dumps).toBe(2);
});

import { expect, it } from 'vitest';
import { Refusals } from './refusals.ts';

it('a host’s words reach the log as one short line without terminal commands', () => {
  const lines: string[] = [];
  const refusals = new Refusals((text) => lines.push(text));
  refusals.add('\u001b]0;title\u0007tcp:22', 'No\u009b2J\r\n2030-01-31 PF-001 Connected.');
  refusals.add('x'.repeat(128 * 1024), 'no');
  expect(lines[0]).toBe('refused  ]0;title tcp: No 2J 2030-01-31 PF-001 Connected.');
  expect(lines[1]).toHaveLength('refused '.length + 300);
  expect(refusals.latest()).toEqual(lines.map((line) => line.slice('refused '.length)));
});

it('a host that is refused without end fills no log: ten lines a minute, and how many were left out', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const refusals = new Refusals(
    (text) => lines.push(text),
    () => nowMs,
  );
  for (let count = 0; count < 10_000; count += 1) refusals.add(`tcp${count}`, 'no');
  expect(lines).toHaveLength(10);
  nowMs = 60_000;
  refusals.add('tcp:22', 'no');
  expect(lines.slice(10)).toEqual(['refused 9990 more that are not listed', 'refused tcp: no']);
  expect(refusals.latest()).toHaveLength(20);
});

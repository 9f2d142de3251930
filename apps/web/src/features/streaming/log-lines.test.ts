import { describe, expect, it } from 'vitest';
import { filterLog, type LogFilter, type LogLine, parseLogLine, writeLog } from './log-lines.ts';

describe('parseLogLine', () => {
  it.each([
    [
      '1764088610.123  1342  1350 I ActivityManager: Start proc 5201: com.shop',
      {
        atMs: 1_764_088_610_123,
        pid: 1342,
        level: 'I',
        tag: 'ActivityManager',
        text: 'Start proc 5201: com.shop',
      },
    ],
    [
      '         1764088610.004   812   812 E Shop    : ',
      { atMs: 1_764_088_610_004, pid: 812, level: 'E', tag: 'Shop', text: '' },
    ],
  ])('reads %j', (line, parsed) => expect(parseLogLine(line)).toEqual(parsed));

  it.each([
    '--------- beginning of main',
    'phone:/ $ logcat -v epoch -T 500',
    '',
    '1764088610.123  1342  1350 Q What: x',
  ])('leaves out %j', (line) => expect(parseLogLine(line)).toBeUndefined());
});

const line = (id: number, change: Partial<LogLine>): LogLine => {
  return { id, atMs: 0, pid: 1, level: 'I', tag: 'Shop', text: 'cart opened', ...change };
};
const lines = [
  line(1, {}),
  line(2, { level: 'E', text: '404 for /promo.webp' }),
  line(3, { tag: 'System', pid: 7 }),
  line(4, { level: 'V' }),
];
const all: LogFilter = { level: 'V', tag: '', text: '', pids: null };

it.each([
  ['nothing', {}, [1, 2, 3, 4]],
  ['a level and the ones above it', { level: 'I' }, [1, 2, 3]],
  ['a part of a tag in any case', { tag: 'shop ' }, [1, 2, 4]],
  ['a part of the text', { text: 'PROMO' }, [2]],
  ['the processes of the app in front', { pids: [7] }, [3]],
  ['an app in front that has no process', { pids: [] }, []],
] as const)('filters by %s', (_, change, ids) => {
  expect(filterLog(lines, { ...all, ...change }).map(({ id }) => id)).toEqual(ids);
});

it('writes a file with a line for each', () => {
  expect(writeLog(lines.slice(1, 2))).toBe('1970-01-01T00:00:00.000Z 1 E Shop: 404 for /promo.webp\n');
});

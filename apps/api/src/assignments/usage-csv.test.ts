import { expect, it } from 'vitest';
import { usageCsv } from './usage-csv.ts';

it.each([
  ['Pixel 8', 'Pixel 8'],
  ['Galaxy "S", 24', '"Galaxy ""S"", 24"'],
  ['=1+2', "'=1+2"],
  ['-x', "'-x"],
])('a model %j is the cell %s', (model, cell) => {
  const { bytes } = usageCsv([
    { week_start: '2026-11-16', device_id: 'd', tag: 'PF-001', model, hours: 1.5, streamed_hours: 0.25 },
  ]);
  expect(new TextDecoder().decode(bytes)).toBe(
    `week_start,tag,model,hours,streamed_hours\r\n2026-11-16,PF-001,${cell},1.5,0.3\r\n`,
  );
});

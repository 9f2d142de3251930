import { expect, test } from 'vitest';
import { filterPhones } from './fleet-view.ts';
import { samplePhone, sampleTenant } from './sample-phone.ts';

const rented = samplePhone({ tag: 'PF-010', tenant: sampleTenant, battery_level: null });
const free = samplePhone({ tag: 'PF-002', label: 'by the window' });
const aside = samplePhone({ tag: 'PF-009', state: 'quarantined', open_alarm_count: 1, battery_level: 5 });
const phones = [rented, free, aside];
const tags = (rows: { tag: string }[]) => rows.map(({ tag }) => tag);

test.each([
  ['nothing chosen leaves all', {}, ['PF-010', 'PF-002', 'PF-009']],
  ['a label is found in any case', { q: 'WINDOW' }, ['PF-002']],
  ['a tenant is found by username', { q: 'grace' }, ['PF-010']],
  ['a state', { state: 'quarantined' }, ['PF-009']],
  ['phones without a tenant', { tenant: 'none' }, ['PF-002', 'PF-009']],
  ['open alarms', { alarm: 'open' }, ['PF-009']],
  ['filters narrow each other', { tenant: 'none', q: 'window', alarm: 'open' }, []],
])('%s', (_, view, expected) => {
  expect(tags(filterPhones(phones, view))).toEqual(expected);
});

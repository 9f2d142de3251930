import type { Device } from '@pocketfleet/contract';
import { describe, expect, it } from 'vitest';
import {
  keepPresent,
  labelGroups,
  nothingSelected,
  press,
  pressAll,
  type Selection,
} from './selected-phones.ts';

const phone = (tag: string, label: string | null = null) =>
  ({ assignment_id: `a-${tag}`, tag, label }) as unknown as Device;
const fleet = ['1', '2', '3', '4', '5'].map((tag) => phone(tag));
const tagsOf = ({ phones }: Selection) => [...phones.values()].sort().join('');

/** "2" presses phone 2, "s4" with Shift; a phone that is selected is deselected. */
function pressed(keys: string, order = fleet): string {
  const selection = keys.split(' ').reduce((known, key) => {
    const tag = key.replace('s', '');
    const isOn = !known.phones.has(`a-${tag}`);
    return press(known, phone(tag), { isOn, isRange: key.startsWith('s'), order });
  }, nothingSelected);
  return tagsOf(selection);
}

describe('a press', () => {
  it.each([
    ['2', '2'],
    ['2 2', ''],
    ['2 4', '24'],
    ['2 s4', '234'],
    ['4 s2', '234'],
    // Deselecting with Shift takes the range out.
    ['1 s5 2 s4', '15'],
    // The last press is where the next range begins.
    ['1 s3 s5', '12345'],
    // Without an earlier press there is no range.
    ['s3', '3'],
  ])('in the order %s selects %s', (keys, expected) => expect(pressed(keys)).toBe(expected));

  it('goes by the order on the page, not by that of the list', () => {
    expect(pressed('1 s5', [fleet[0], fleet[4], fleet[1]] as Device[])).toBe('15');
  });

  it('is alone when the range’s first phone is no longer shown', () => {
    expect(pressed('1 s4', fleet.slice(2))).toBe('14');
  });
});

describe('all that is shown', () => {
  it('joins the selection and leaves it, and other phones stay', () => {
    const one = press(nothingSelected, phone('1'), { isOn: true, isRange: false, order: fleet });
    const more = pressAll(one, fleet.slice(2), true);
    expect(tagsOf(more)).toBe('1345');
    expect(tagsOf(pressAll(more, fleet.slice(2), false))).toBe('1');
  });
});

describe('live updates', () => {
  it('keep the selection, and name the phones that are gone', () => {
    const all = pressAll(nothingSelected, fleet, true);
    const kept = keepPresent(all, fleet.slice(1));
    expect(kept.gone).toEqual(['1']);
    expect(tagsOf(kept.selection)).toBe('2345');
    expect(keepPresent(all, fleet)).toEqual({ selection: all, gone: [] });
  });

  it('a phone that took another one’s place is not selected', () => {
    const one = pressAll(nothingSelected, [phone('1')], true);
    const successor = { ...phone('1'), assignment_id: 'another' };
    expect(keepPresent(one, [successor]).selection.phones.size).toBe(0);
  });
});

it('labels are groups, in their order, without the phones that have none', () => {
  const groups = labelGroups([
    phone('1', 'Shop 10'),
    phone('2'),
    phone('3', 'Shop 9'),
    phone('4', 'Shop 10'),
  ]);
  expect(groups.map(({ label, phones }) => [label, phones.map(({ tag }) => tag).join('')])).toEqual([
    ['Shop 9', '3'],
    ['Shop 10', '14'],
  ]);
});

// Which phones are selected, in list and mosaic. Pure. A phone is named by its assignment: a phone that takes another one's
// place is not the phone that was selected.
import type { Device } from '@pocketfleet/contract';

type Selectable = Pick<Device, 'assignment_id' | 'tag'>;

export type Selection = {
  /** The selected assignments, each with its phone's tag. */
  phones: ReadonlyMap<string, string>;
  /** The start of a range: the phone that was pressed last. */
  anchor: string | null;
};

export const nothingSelected: Selection = { phones: new Map(), anchor: null };

/**
 * Selects a phone, or deselects it. With `isRange`, all phones from the one that was pressed last get the same state; `order`
 * is how they stand on the page.
 */
export function press(
  selection: Selection,
  phone: Selectable,
  { isOn, isRange, order }: { isOn: boolean; isRange: boolean; order: readonly Selectable[] },
): Selection {
  const phones = new Map(selection.phones);
  for (const each of isRange ? rangeOf(order, selection.anchor, phone) : [phone]) {
    if (isOn) phones.set(each.assignment_id, each.tag);
    else phones.delete(each.assignment_id);
  }
  return { phones, anchor: phone.assignment_id };
}

function rangeOf(
  order: readonly Selectable[],
  anchor: string | null,
  phone: Selectable,
): readonly Selectable[] {
  const from = order.findIndex(({ assignment_id }) => assignment_id === anchor);
  const to = order.findIndex(({ assignment_id }) => assignment_id === phone.assignment_id);
  // The first phone was filtered away since: there is no range.
  if (from < 0 || to < 0) return [phone];
  return order.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** Adds phones to the selection, or takes them out of it. */
export function pressAll(selection: Selection, all: readonly Selectable[], isOn: boolean): Selection {
  const phones = new Map(selection.phones);
  for (const { assignment_id, tag } of all) {
    if (isOn) phones.set(assignment_id, tag);
    else phones.delete(assignment_id);
  }
  return { phones, anchor: null };
}

/** Without the phones that are no longer the customer's; `gone` are their tags. */
export function keepPresent(
  selection: Selection,
  devices: readonly Selectable[],
): { selection: Selection; gone: string[] } {
  const present = new Set(devices.map(({ assignment_id }) => assignment_id));
  const gone = [...selection.phones].filter(([id]) => !present.has(id));
  if (gone.length === 0) return { selection, gone: [] };
  const phones = new Map([...selection.phones].filter(([id]) => present.has(id)));
  return { selection: { ...selection, phones }, gone: gone.map(([, tag]) => tag) };
}

export type LabelGroup = { label: string; phones: Device[] };

/** Phones with the same label are a group; by label. */
export function labelGroups(devices: readonly Device[]): LabelGroup[] {
  const groups = Map.groupBy(
    devices.filter(({ label }) => label !== null),
    ({ label }) => label ?? '',
  );
  return [...groups]
    .map(([label, phones]) => ({ label, phones }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
}

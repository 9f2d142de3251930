import type { Device } from '@pocketfleet/contract';
import { useState } from 'react';
import { keepPresent, nothingSelected, press, pressAll, type Selection } from './selected-phones.ts';

export type DeviceSelection = Selection & {
  /** Tags of phones that were selected and are no longer the customer's; until `forgetGone`. */
  gone: readonly string[];
  press(device: Device, isOn: boolean, isRange: boolean, order: readonly Device[]): void;
  pressAll(devices: readonly Device[], isOn: boolean): void;
  clear(): void;
  forgetGone(): void;
};

/** Lives through updates of the list. `devices` is undefined while the list isn't known: nothing is gone then. */
export function useSelection(devices: readonly Device[] | undefined): DeviceSelection {
  const [selection, setSelection] = useState(nothingSelected);
  const [gone, setGone] = useState<readonly string[]>([]);
  if (devices !== undefined) {
    const kept = keepPresent(selection, devices);
    if (kept.gone.length > 0) {
      setSelection(kept.selection);
      setGone([...gone, ...kept.gone]);
    }
  }
  return {
    ...selection,
    gone,
    press: (device, isOn, isRange, order) =>
      setSelection((known) => press(known, device, { isOn, isRange, order })),
    pressAll: (all, isOn) => setSelection((known) => pressAll(known, all, isOn)),
    clear: () => setSelection(nothingSelected),
    forgetGone: () => setGone([]),
  };
}

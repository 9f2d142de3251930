import type { Device } from '@pocketfleet/contract';
import * as texts from '#language/many';
import type { DeviceSelection } from './use-selection.ts';

type Props = {
  device: Device;
  selection: DeviceSelection;
  /** The phones as they stand on the page, for ranges. */
  order: readonly Device[];
};

/** Selects one phone; with Shift, by pointer or Space, all from the one that was pressed last. */
export function SelectBox({ device, selection, order }: Props) {
  return (
    <input
      type="checkbox"
      aria-label={texts.select(device.tag)}
      checked={selection.phones.has(device.assignment_id)}
      onChange={({ target, nativeEvent }) =>
        selection.press(device, target.checked, (nativeEvent as MouseEvent).shiftKey, order)
      }
      // With Shift, the browser would select text as well.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className="pf-check pointer-coarse:size-7"
    />
  );
}

import type { Device } from '@pocketfleet/contract';
import { Button } from '@pocketfleet/ui';
import { X } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/many';
import type { DeviceSelection } from './use-selection.ts';

/** Narrows what is shown to the selected phones, until there are none or the customer wants all. */
export function useOnlySelected(selection: DeviceSelection) {
  const [isWanted, setWanted] = useState(false);
  const isOn = isWanted && selection.phones.size > 0;
  if (isWanted && !isOn) setWanted(false);
  return {
    narrow: (devices: readonly Device[]) =>
      isOn ? devices.filter(({ assignment_id }) => selection.phones.has(assignment_id)) : [...devices],
    show: () => setWanted(true),
    hide: () => setWanted(false),
    chip: isOn ? (
      <Button title={texts.showAll} onClick={() => setWanted(false)}>
        {texts.onlySelectedAreShown(selection.phones.size)}
        <X />
      </Button>
    ) : null,
  };
}

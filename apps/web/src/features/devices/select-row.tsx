import type { Device } from '@pocketfleet/contract';
import { Button, lazyWithRetry, MenuOnDemand } from '@pocketfleet/ui';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import * as texts from '#language/many';
import { labelGroups } from './selected-phones.ts';
import type { DeviceSelection } from './use-selection.ts';

const load = () => import('./select-menu.tsx');
const SelectMenu = lazyWithRetry(load);

type Props = { shown: readonly Device[]; devices: readonly Device[]; selection: DeviceSelection };

/** Selects all phones that are shown, or all with a label. */
export function SelectRow({ shown, devices, selection }: Props) {
  const id = useId();
  const count = shown.filter(({ assignment_id }) => selection.phones.has(assignment_id)).length;
  const isAll = count === shown.length && count > 0;
  const groups = labelGroups(devices);
  const button = (
    <Button size="small" kind="quiet">
      {texts.selectByLabel}
      <ChevronDown />
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <input
        id={id}
        type="checkbox"
        checked={isAll}
        // A property only: no attribute of HTML has this state.
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={({ target }) => selection.pressAll(shown, target.checked)}
        className="pf-check pointer-coarse:size-7"
      />
      <label htmlFor={id}>{texts.selectAllShown(shown.length)}</label>
      {groups.length === 0 ? null : (
        <MenuOnDemand
          button={button}
          load={load}
          menu={<SelectMenu button={button} groups={groups} selection={selection} />}
        />
      )}
    </div>
  );
}

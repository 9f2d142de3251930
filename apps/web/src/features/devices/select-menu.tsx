// The menu of labels. A default export, because it is loaded when it is opened.
import { Menu, MenuItem, MenuLabel } from '@pocketfleet/ui';
import { Tag } from 'lucide-react';
import type { ReactElement } from 'react';
import * as texts from '#language/many';
import type { LabelGroup } from './selected-phones.ts';
import type { DeviceSelection } from './use-selection.ts';

type Props = { button: ReactElement; groups: readonly LabelGroup[]; selection: DeviceSelection };

export default function SelectMenu({ button, groups, selection }: Props) {
  return (
    <Menu startsOpen trigger={button}>
      <MenuLabel>{texts.selectAllWithThisLabel}</MenuLabel>
      {groups.map(({ label, phones }) => (
        <MenuItem key={label} icon={<Tag size={14} />} onSelect={() => selection.pressAll(phones, true)}>
          <span className="max-w-56 truncate">{label}</span>
          <span className="ml-auto pl-4 font-mono text-small text-third">{phones.length}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

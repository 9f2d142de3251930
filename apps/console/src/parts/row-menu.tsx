import type { Permission } from '@pocketfleet/contract';
import { type Column, IconButton, Menu, MenuItem, MenuOnDemand } from '@pocketfleet/ui';
import { Ellipsis } from 'lucide-react';
import type { Action } from './action.ts';
import { useOpenAction } from './action-dialog.tsx';

/** An action that can be taken on a row. */
export type RowAction = {
  label: string;
  permission: Permission;
  action: Action;
  /** What the page of its row is most likely opened for. */
  isMain?: boolean;
};

type Props = {
  /** Names the row: "PF-001". */
  label: string;
  actions: readonly RowAction[];
  permissions: readonly Permission[];
};

/** The last column of a list: the "..." at the end of each row. */
export function menuColumn<Row>(
  permissions: readonly Permission[],
  menuOf: (row: Row) => { label: string; actions: readonly RowAction[] },
): Column<Row> {
  return {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    isAction: true,
    widthPx: 56,
    isRight: true,
    cell: (row) => <RowMenu {...menuOf(row)} permissions={permissions} />,
  };
}

/** The actions that this operator may take on a row as it is now. */
function RowMenu({ label, actions, permissions }: Props) {
  const openAction = useOpenAction();
  const allowed = actions.filter(({ permission }) => permissions.includes(permission));
  if (allowed.length === 0) return null;
  const button = <IconButton label={`Actions for ${label}`} icon={<Ellipsis size={16} />} size="small" />;
  // A list has many rows and hardly ever an open menu: a closed menu renders only its button.
  return (
    <MenuOnDemand
      load={() => Promise.resolve()}
      button={button}
      menu={
        <Menu align="end" startsOpen trigger={button}>
          {allowed.map((each) => (
            <MenuItem key={each.label} onSelect={() => openAction(each.action)}>
              {each.label}
            </MenuItem>
          ))}
        </Menu>
      }
    />
  );
}

import type { Permission } from '@pocketfleet/contract';
import { Menu, MenuItem, MenuOnDemand } from '@pocketfleet/ui';
import { Ellipsis } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import type { Act } from './act.ts';
import { useOpenAct } from './act-dialog.tsx';
import type { Column } from './long-table.tsx';

/** One thing that can be done to a row. */
export type RowAct = { label: string; permission: Permission; act: Act };

type Props = {
  /** Names the row: "PF-001". */
  label: string;
  acts: readonly RowAct[];
  permissions: readonly Permission[];
};

/** The last column of a list: the "..." at the end of each row. */
export function menuColumn<Row>(
  permissions: readonly Permission[],
  menuOf: (row: Row) => { label: string; acts: readonly RowAct[] },
): Column<Row> {
  return {
    key: 'acts',
    title: 'Actions',
    isTitleHidden: true,
    isPinned: true,
    widthPx: 56,
    isRight: true,
    cell: (row) => <RowMenu {...menuOf(row)} permissions={permissions} />,
  };
}

/** What this operator may do to a row as it is now. */
function RowMenu({ label, acts, permissions }: Props) {
  const openAct = useOpenAct();
  const allowed = acts.filter(({ permission }) => permissions.includes(permission));
  if (allowed.length === 0) return null;
  const button = <RowMenuButton label={label} />;
  // A list has many rows and hardly ever an open menu: until it is wanted, a button is all that is drawn.
  return (
    <MenuOnDemand
      load={() => Promise.resolve()}
      button={button}
      menu={
        <Menu align="end" startsOpen trigger={button}>
          {allowed.map((each) => (
            <MenuItem key={each.label} onSelect={() => openAct(each.act)}>
              {each.label}
            </MenuItem>
          ))}
        </Menu>
      }
    />
  );
}

/** Takes what the menu gives to its trigger. */
function RowMenuButton({ label, ...props }: { label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      {...props}
      type="button"
      aria-label={`Actions for ${label}`}
      className="inline-flex size-7 items-center justify-center rounded-small text-third hover:bg-sunken hover:text-main"
    >
      <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

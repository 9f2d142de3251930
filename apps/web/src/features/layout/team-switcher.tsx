import { lazyWithRetry, MenuOnDemand } from '@pocketfleet/ui';
import { ChevronsUpDown } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import * as texts from '#language/layout';
import { useWorkspace } from '../../session/use-workspace.ts';
import { TeamMark } from './team-mark.tsx';

const load = () => import('./team-switcher-open.tsx');
const TeamSwitcherOpen = lazyWithRetry(load);

/** Names the team whose phones this tab shows; the menu leads to the customer's other teams. */
export function TeamSwitcher() {
  const button = <SwitcherButton />;
  return <MenuOnDemand button={button} menu={<TeamSwitcherOpen button={button} />} load={load} />;
}

/** The menu's trigger passes its own props. */
function SwitcherButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  const workspace = useWorkspace();
  const name = workspace === undefined ? texts.noTeam : (workspace?.name ?? texts.personal);
  return (
    <button
      {...props}
      type="button"
      aria-label={texts.workAs(name)}
      className="inline-flex h-9 shrink-0 items-center gap-2 rounded-control border border-control/70 px-1.5 hover:bg-hover sm:px-2"
    >
      <TeamMark name={name} />
      <span className="hidden max-w-48 truncate font-medium sm:inline">{name}</span>
      <ChevronsUpDown size={14} className="hidden shrink-0 text-third sm:block" />
    </button>
  );
}

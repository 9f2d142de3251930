import type { Workspace } from '@pocketfleet/contract';
import { LazyBoundary, lazyWithRetry, Menu, MenuItem, MenuLabel, MenuSeparator } from '@pocketfleet/ui';
import { Check, Plus, Settings } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/team';
import { paths } from '../../paths.ts';
import { useUser } from '../../session/auth-provider.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';
import { TeamMark } from './team-mark.tsx';

const CreateTeamDialog = lazyWithRetry(() => import('./create-team-dialog.tsx'));

/** The menu, open from the start. A default export, because it is loaded when it is opened. */
export default function TeamSwitcherOpen({ button }: { button: ReactElement }) {
  const { workspaces = [] } = useUser();
  const current = useWorkspace();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <Menu align="end" className="w-[300px] max-w-[calc(100vw-24px)]" startsOpen trigger={button}>
        <MenuLabel>{texts.workAs}</MenuLabel>
        {workspaces.map((each) => (
          <TeamItem key={each.id} workspace={each} isCurrent={each.id === current?.id} />
        ))}
        <MenuSeparator />
        <MenuItem icon={<Plus size={16} />} onSelect={() => setCreating(true)}>
          {texts.createATeam}
        </MenuItem>
        {current && !current.is_personal ? (
          <MenuItem asChild>
            <Link to={paths.team}>
              <Settings size={16} />
              {texts.teamSettings}
            </Link>
          </MenuItem>
        ) : null}
      </Menu>
      {isCreating ? (
        <LazyBoundary what={texts.createATeam} over={{ isOpen: true, onClose: () => setCreating(false) }}>
          <CreateTeamDialog onClose={() => setCreating(false)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

/** A link of the browser, because another team is another document: it can be opened in a tab of its own. */
function TeamItem({ workspace, isCurrent }: { workspace: Workspace; isCurrent: boolean }) {
  const { id, name, role, is_personal, phone_count } = workspace;
  return (
    <MenuItem asChild>
      <a
        href={paths.devicesOf(is_personal ? null : id)}
        aria-current={isCurrent ? 'true' : undefined}
        style={{ height: 'auto' }}
        className="py-1.5"
      >
        <TeamMark name={name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{name}</span>
          <span className="block text-second text-small">
            {texts.withPhones(is_personal ? texts.onlyYou : texts.roleNames[role], phone_count)}
          </span>
        </span>
        {isCurrent ? <Check size={16} className="shrink-0" /> : null}
      </a>
    </MenuItem>
  );
}

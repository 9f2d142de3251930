import { buttonClass, EmptyState } from '@pocketfleet/ui';
import { KeyRound, ShoppingBag, Users } from 'lucide-react';
import { Link } from 'react-router';
import * as factorTexts from '#language/second-factor';
import * as texts from '#language/team';
import { paths } from '../../paths.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

/** In place of a page that the customer may not use here. A default export, because it is loaded when it is needed. */
export default function TeamGate() {
  const workspace = useWorkspace();
  return (
    <div className="mx-auto max-w-[760px] px-4 py-10 sm:px-8">
      <h1 className="sr-only">{workspace?.lacks_second_factor ? factorTexts.title : texts.team}</h1>
      {workspace?.lacks_second_factor ? (
        <EmptyState
          isAlert
          icon={<KeyRound />}
          title={factorTexts.gateTitle(workspace.name)}
          action={
            <Link to={paths.security} className={buttonClass('primary')}>
              {factorTexts.toSettings}
            </Link>
          }
        >
          {factorTexts.gateLead}
        </EmptyState>
      ) : workspace ? (
        <EmptyState
          icon={<ShoppingBag />}
          title={texts.cannotRent}
          action={
            <Link to={paths.devices} className={buttonClass('primary')}>
              {texts.backToDevices}
            </Link>
          }
        >
          {texts.cannotRentLead(texts.roleNames[workspace.role].toLowerCase(), workspace.name)}
        </EmptyState>
      ) : (
        <EmptyState
          isAlert
          icon={<Users />}
          title={texts.notInTeam}
          action={
            <a href={paths.devicesOf(null)} className={buttonClass('primary')}>
              {texts.toPersonal}
            </a>
          }
        >
          {texts.notInTeamLead}
        </EmptyState>
      )}
    </div>
  );
}

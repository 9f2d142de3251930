// HTTP routes of connected programs: the OAuth server, the consent, and the list.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../../app-parts.ts';
import { AppError } from '../../platform/app-error.ts';
import { once } from '../../platform/once.ts';
import { authenticate } from '../access.ts';
import { type ConnectDeps, connectProgram } from './connect.ts';
import { changeConnectionLimits } from './connection-limits.ts';
import { listConnections, listEarlier, revokeConnection } from './connections.ts';
import { denyRequest, describeRequest, findRequest } from './consent.ts';
import { mountProvider } from './mount.ts';
import { fetchOutside } from './outside-fetch.ts';

export async function registerOauth(
  { deps: appDeps, implement, site }: AppParts,
  listOwnPhones: ConnectDeps['listOwnPhones'],
): Promise<void> {
  const { publicUrl } = appDeps.config;
  const getProvider = once(async () => {
    const [library, { createProvider }] = await Promise.all([
      import('oidc-provider'),
      import('./provider.ts'),
    ]);
    return createProvider(library, { fetchOutside, ...appDeps });
  });
  const deps = { ...appDeps, getProvider, listOwnPhones };
  await mountProvider(site, getProvider, publicUrl);
  implement(routes.listConnections, async ({ caller }) => ({
    connections: await listConnections(deps, caller),
  }));
  implement(routes.changeConnection, ({ caller, params, body }) =>
    changeConnectionLimits(deps, caller, { connection_id: params.id, ...body }),
  );
  implement(routes.revokeConnection, async ({ caller, params }) => {
    await revokeConnection(deps, caller, params.id);
    return { message: 'The program was disconnected.' };
  });
  implement(routes.getConsent, async ({ caller, body, cookies, userAgent }) => {
    const who = { user_id: caller.user_id, cookies, userAgent };
    const consent = describeRequest(await findRequest(deps, body.asked, who), who);
    return { ...consent, earlier: await listEarlier(deps, { ...who, client_id: consent.client_id }) };
  });
  implement(routes.approveConsent, async ({ caller, accessToken, address, body, cookies, userAgent }) => {
    const { asked, workspace_id, ...choice } = body;
    const who = { user_id: caller.user_id, cookies, userAgent };
    const request = await findRequest(deps, asked, who);
    const inWorkspace = await authenticate(deps, { secret: accessToken, workspaceId: workspace_id, address });
    if (inWorkspace === undefined) throw new AppError('not_authenticated');
    const { machine } = describeRequest(request, who);
    return { redirect_to: await connectProgram(deps, inWorkspace, request, { ...choice, machine }) };
  });
  implement(routes.denyConsent, async ({ caller, body, cookies, userAgent }) => {
    const request = await findRequest(deps, body.asked, { user_id: caller.user_id, cookies, userAgent });
    return { redirect_to: await denyRequest(deps, request) };
  });
}

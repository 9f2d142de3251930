// HTTP routes of share links, for those who make them and for guests.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { createEmbed } from './embeds.ts';
import { joinShareLink, leaveAsGuest, openShareLink } from './guests.ts';
import {
  changeGuest,
  createShareLink,
  endShareLink,
  listShareLinks,
  removeGuest,
  type ShareLinksDeps,
} from './share-links.ts';

export function registerShareLinks(
  { deps: appDeps, implement }: AppParts,
  listPhones: ShareLinksDeps['listPhones'],
): void {
  const deps = { ...appDeps, listPhones };
  implement(routes.listShareLinks, async ({ caller }) => ({ links: await listShareLinks(deps, caller) }));
  implement(routes.createShareLink, ({ caller, body }) => createShareLink(deps, caller, body));
  implement(routes.createEmbed, ({ caller, params, body }) =>
    createEmbed(deps, caller, { ...body, device_id: params.id }),
  );
  implement(routes.deleteShareLink, async ({ caller, params }) => {
    await endShareLink(deps, caller, params.id);
    return { message: 'The link was ended.' };
  });
  implement(routes.changeGuest, ({ caller, params, body }) =>
    changeGuest(deps, caller, { link_id: params.id, guest_id: params.guest_id, ...body }),
  );
  implement(routes.removeGuest, async ({ caller, params }) => {
    await removeGuest(deps, caller, { link_id: params.id, guest_id: params.guest_id });
    return { message: 'The guest was cut off.' };
  });
  implement(routes.openShareLink, ({ body, address }) => openShareLink(deps, { ...body, address }));
  implement(routes.joinShareLink, ({ body, address, userAgent }) =>
    joinShareLink(deps, { ...body, address, password: body.password, user_agent: userAgent }),
  );
  implement(routes.leaveAsGuest, async ({ caller }) => {
    await leaveAsGuest(deps, caller);
    return { message: 'You’ve left.' };
  });
}

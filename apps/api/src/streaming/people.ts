// The people who have a phone open now: for the session page, which names them, and for guests, who see each other.
import type { GuestPlace, ViewerOfPhone } from '@pocketfleet/contract';
import { getGuest, listManagedLinks } from '../access/access.ts';
import { getActiveAssignment, listPhones } from '../assignments/assignments.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { type PersonRow, selectPeople } from './people.sql.ts';

/** Throws device_not_assigned or assignment_not_started. */
export async function listViewers(
  deps: { db: Db },
  caller: Principal,
  deviceId: string,
): Promise<ViewerOfPhone[]> {
  await getActiveAssignment(deps, deviceId, caller);
  const people = await selectPeople(deps.db, caller.workspace_id, [deviceId]);
  const managed = new Set(
    people.some(({ kind }) => kind === 'guest') ? await listManagedLinks(deps, caller) : [],
  );
  return people.map((person) => ({
    kind: person.kind,
    id: person.kind === 'person' ? person.user_id : person.credential_id,
    name: person.name,
    is_you: isSame(person, caller),
    guest:
      person.link_id !== null && managed.has(person.link_id)
        ? {
            id: person.credential_id,
            link_id: person.link_id,
            permission: person.can_control ? ('control' as const) : ('watch' as const),
          }
        : null,
  }));
}

/** Throws not_authenticated for a guest who was cut off in this moment. */
export async function getGuestPlace(deps: { db: Db; clock: Clock }, caller: Principal): Promise<GuestPlace> {
  const guest = await getGuest(deps, caller);
  const phones = (await listPhones(deps, caller)).filter(({ is_running }) => is_running);
  const ids = phones.map(({ device_id }) => device_id);
  const people = await selectPeople(deps.db, caller.workspace_id, ids);
  return {
    name: caller.name,
    permission: caller.permissions.has('control') ? guest.permission : 'watch',
    ends_at: guest.ends_at,
    server_time: new Date(deps.clock.nowMs()).toISOString(),
    phones: phones.map((phone) => ({
      id: phone.device_id,
      tag: phone.tag,
      label: phone.label ?? '',
      ends_at: phone.expires_at,
      is_online: phone.connection_state === 'online',
    })),
    others: people
      .filter(({ credential_id }) => credential_id !== caller.credential_id)
      .map(({ kind, name }) => ({ kind, name })),
  };
}

function isSame(person: PersonRow, caller: Principal): boolean {
  if (person.kind !== caller.kind) return false;
  return person.kind === 'person'
    ? person.user_id === caller.user_id
    : person.credential_id === caller.credential_id;
}

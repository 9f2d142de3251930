// HTTP routes of the fleet: phones, their tenants, the calendar, the cleaning queue.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import { cleanNow, listCleanings, quarantineDevice, releaseDevice } from '../cleaning/cleaning.ts';
import { type HostLinks, rebootDevice } from '../devices/devices.ts';
import { swapPhone } from '../orders/orders.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { auditFailure } from './audit-log.ts';
import {
  assignToCustomer,
  getCalendar,
  getPhone,
  getPhoneWithPast,
  getSummary,
  getThumbnail,
  labelPhone,
  listPhones,
  movePhone,
  revokeAssignment,
} from './fleet.ts';
import { listOpenWork } from './open-work.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { readPage } from './pages.ts';

export function registerFleet(
  deps: { db: Db; events: Events; log: Log; links: HostLinks; config: { publicUrl: string } },
  { attempt, act }: OperatorCalls,
): void {
  attempt(routes.getSummary, ({ db }) => getSummary(db));
  attempt(routes.listOpenWork, ({ db, operator }) => listOpenWork(db, operator.permissions));
  attempt(routes.listPhones, ({ db, query }) => listPhones(db, query));
  attempt(routes.getPhone, ({ db, params }) => getPhoneWithPast(db, params.id));
  attempt(routes.phoneThumbnail, ({ params }) => getThumbnail(deps, params.id));
  attempt(routes.getCalendar, ({ db, query }) => getCalendar(db, query));
  attempt(routes.listCleanings, ({ db, query }) =>
    readPage(query, ({ preparations, ...filter }) =>
      listCleanings(db, { ...filter, with_preparations: preparations === 'with' }),
    ),
  );

  act(routes.assignPhone, async ({ db, params, body, note }) => {
    const assignment_id = await assignToCustomer(db, params.id, body);
    note({ assignment_id });
    return { assignment_id, phone: await getPhone(db, params.id) };
  });
  act(routes.revokeAssignment, async ({ db, params }) => {
    await revokeAssignment(db, params.id);
    return { message: 'The assignment was ended.' };
  });
  act(routes.swapAssignment, async ({ db, params, body, note }) => {
    const swapped = await swapPhone(deps, db, params.id, {
      deviceId: body.device_id,
      note: body.customer_note,
    });
    note(swapped);
    return { assignment_id: swapped.new_id, phone: await getPhone(db, swapped.device_id) };
  });
  act(routes.quarantinePhone, async ({ db, params, body }) => {
    await quarantineDevice({ db }, params.id, body.reason);
    return getPhone(db, params.id);
  });
  act(routes.releasePhone, async ({ db, params, body }) => {
    await releaseDevice({ db }, params.id, body.is_reset);
    return getPhone(db, params.id);
  });
  act(routes.cleanPhone, async ({ db, params }) => {
    await cleanNow({ db }, params.id);
    return getPhone(db, params.id);
  });
  act(routes.movePhone, ({ db, params, body }) => movePhone(db, params.id, body.host_id));
  act(routes.labelPhone, ({ db, params, body }) => labelPhone(db, params.id, body));
  attempt(routes.rebootPhone, async ({ db, params, body, operator, address }) => {
    await rebootDevice(deps, params.id, 'team', (error) => {
      const refusal = error instanceof AppError ? `${error.code}: ${error.message}` : 'internal';
      const failed = { act: 'reboot_phone', subject: 'phone', subject_id: params.id, refusal } as const;
      auditFailure(deps.db, operator, { ...failed, reason: body.reason, address }).catch((failure) =>
        deps.log.error({ err: failure }, 'a failed restart could not be written to the audit log'),
      );
    });
    return getPhone(db, params.id);
  });
}

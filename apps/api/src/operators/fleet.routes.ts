// HTTP edge of the fleet: phones, their tenants, the calendar, the cleaning queue.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import { listCleanings } from '../cleaning/cleaning.ts';
import type { HostLinks } from '../devices/devices.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { noteFailed } from './audit.ts';
import {
  assignByHand,
  cleanNow,
  getPhone,
  getPhoneWithPast,
  getSummary,
  getThumbnail,
  labelPhone,
  listPhones,
  movePhone,
  quarantineDevice,
  rebootPhone,
  releaseDevice,
  revokeAssignment,
  selectCalendar,
  swapPhone,
} from './fleet.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { limitsOf, pageAnswer } from './pages.ts';

const longestCalendarMs = 366 * 24 * 3_600_000;

export function registerFleet(
  deps: { db: Db; events: Events; log: Log; links: HostLinks; config: { publicUrl: string } },
  { attempt, act }: OperatorCalls,
): void {
  attempt(routes.getSummary, ({ db }) => getSummary(db));
  attempt(routes.listPhones, async ({ db, query }) =>
    pageAnswer(query, await listPhones(db, limitsOf(query))),
  );
  attempt(routes.getPhone, ({ db, params }) => getPhoneWithPast(db, params.id));
  attempt(routes.phoneThumbnail, ({ params }) => getThumbnail(deps, params.id));
  attempt(routes.getCalendar, async ({ db, query }) => {
    const spanMs = Date.parse(query.to) - Date.parse(query.from);
    if (spanMs <= 0 || spanMs > longestCalendarMs) {
      throw new AppError('invalid_input', { detail: 'Ask for more than nothing and at most 12 months.' });
    }
    return pageAnswer(query, await selectCalendar(db, limitsOf(query)));
  });
  attempt(routes.listCleanings, async ({ db, query }) => {
    const filter = { ...query, with_preparations: query.preparations === 'with' };
    return pageAnswer(query, await listCleanings(db, filter, limitsOf(query)));
  });

  act(routes.assignPhone, async ({ db, params, body, note }) => {
    const assignment_id = await assignByHand(db, params.id, body);
    note({ assignment_id });
    return { assignment_id, phone: await getPhone(db, params.id) };
  });
  act(routes.revokeAssignment, async ({ db, params }) => {
    await revokeAssignment(db, params.id);
    return { message: 'The assignment was ended.' };
  });
  act(routes.swapAssignment, async ({ db, params, body, note }) => {
    const swapped = await swapPhone(deps, db, params.id, body.device_id);
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
    await rebootPhone(deps, params.id, (error) => {
      const refusal = error instanceof AppError ? `${error.code}: ${error.message}` : 'internal';
      const failed = { act: 'reboot_phone', subject: 'phone', subject_id: params.id, refusal } as const;
      noteFailed(deps.db, operator, { ...failed, reason: body.reason, address }).catch((failure) =>
        deps.log.error({ err: failure }, 'a failed restart could not be written to the audit log'),
      );
    });
    return getPhone(db, params.id);
  });
}

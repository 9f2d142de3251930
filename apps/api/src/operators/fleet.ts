// Our team's actions on phones. Their rules are in devices, cleaning and assignments; this file finds the rows and words the
// refusals.
import type { CalendarRow, FileResponse, PhoneRow } from '@pocketfleet/contract';
import { findUserByName } from '../accounts/accounts.ts';
import { assignDevice, endAssignment, findTenant, lockStock } from '../assignments/assignments.ts';
import { cleanAfterMove } from '../cleaning/cleaning.ts';
import {
  findDeviceState,
  type HostLinks,
  labelDevice,
  moveDevice,
  takeThumbnail,
} from '../devices/devices.ts';
import { freeStaleHolds } from '../orders/orders.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db, Tx } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import { type CalendarFilter, type SummaryRow, selectCalendar, selectSummary } from './calendar.sql.ts';
import {
  hasAssignment,
  type PastTenancy,
  type PhoneFilter,
  selectFreshPicture,
  selectNow,
  selectPhones,
  selectTenancies,
} from './fleet.sql.ts';
import { type Page, type PageQuery, readPage } from './pages.ts';
import { selectOrders } from './sales.sql.ts';

const maxCalendarMs = 366 * 24 * 3_600_000;
const listedTenancies = 50;
/** A thumbnail younger than this is reused, because pages request many thumbnails repeatedly. */
const pictureFreshS = 4;

/** Counts of phones, alarms and messages for the console's first page. */
export function getSummary(db: Db): Promise<SummaryRow> {
  return selectSummary(db);
}

/** One page of phones. */
export function listPhones(db: Db, query: PageQuery<PhoneFilter>): Promise<Page<PhoneRow>> {
  return readPage(query, (filter) => selectPhones(db, filter));
}

/** One page of phones with their bookings between two times. Throws invalid_input. */
export async function getCalendar(db: Db, query: PageQuery<CalendarFilter>): Promise<Page<CalendarRow>> {
  const spanMs = Date.parse(query.to) - Date.parse(query.from);
  if (spanMs <= 0 || spanMs > maxCalendarMs) {
    throw new AppError('invalid_input', {
      detail: 'The end must be after the start, and at most 12 months later.',
    });
  }
  return readPage(query, (filter) => selectCalendar(db, filter));
}

export async function getPhone(db: Db, id: string): Promise<PhoneRow> {
  const { rows } = await selectPhones(db, { id, offset: 0, limit: 1 });
  const row = rows[0];
  if (row === undefined) throw new AppError('not_found');
  return row;
}

export async function getPhoneWithPast(
  db: Db,
  id: string,
): Promise<PhoneRow & { assignments: PastTenancy[] }> {
  const row = await getPhone(db, id);
  return { ...row, assignments: await selectTenancies(db, id, listedTenancies) };
}

/** Throws device_not_ready while the phone has a tenant, even one who started while the picture was taken. */
export async function getThumbnail(
  deps: { db: Db; links: HostLinks; events: Events },
  id: string,
): Promise<FileResponse> {
  await refuseTenant(deps.db, id);
  const png = (await selectFreshPicture(deps.db, id, pictureFreshS)) ?? (await takeThumbnail(deps, id));
  await refuseTenant(deps.db, id);
  return { file_name: 'thumbnail.png', content_type: 'image/png', bytes: new Uint8Array(png) };
}

async function refuseTenant(db: Db, deviceId: string): Promise<void> {
  if ((await findTenant({ db }, deviceId)) === undefined) return;
  throw new AppError('device_not_ready', { detail: 'This phone has a tenant, so its screen is private.' });
}

/**
 * Assigns a clean, free phone to a customer. Throws not_found, device_not_ready, conflict when it is taken, and invalid_input
 * for an unknown customer or a period in the past.
 */
export async function assignToCustomer(
  tx: Tx,
  deviceId: string,
  input: {
    username: string;
    starts_at?: string | undefined;
    expires_at: string | null;
    order_id?: string | undefined;
  },
): Promise<string> {
  // Allocations run one at a time under the stock lock. Holds past their end must not block this one.
  await lockStock(tx);
  await freeStaleHolds(tx);
  const state = await findDeviceState(tx, deviceId);
  if (state === undefined) throw new AppError('not_found');
  const user = await findUserByName({ db: tx }, input.username);
  if (user === undefined) throw invalid('username', 'There is no customer with this name.');
  if (input.order_id !== undefined) await refuseForeignOrder(tx, input.order_id, user.id);
  if (user.is_suspended) throw invalid('username', 'This customer is suspended.');
  const nowMs = Date.parse(await selectNow(tx));
  const startMs = Math.max(nowMs, input.starts_at === undefined ? nowMs : Date.parse(input.starts_at));
  if (input.expires_at !== null && Date.parse(input.expires_at) <= startMs) {
    throw invalid('expires_at', 'The end must be after the start.');
  }
  if (state !== 'ready' && (startMs === nowMs || state !== 'cleaning')) {
    throw new AppError('device_not_ready', { detail: `This phone is ${state}, not clean and ready.` });
  }
  try {
    return await assignDevice(
      { db: tx },
      {
        device_id: deviceId,
        user_id: user.id,
        order_id: input.order_id ?? null,
        starts_at: new Date(startMs).toISOString(),
        expires_at: input.expires_at,
      },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    throw new AppError('conflict', { detail: 'This phone is not free at that time.', cause: error });
  }
}

async function refuseForeignOrder(tx: Tx, orderId: string, userId: string): Promise<void> {
  const [order] = (await selectOrders(tx, { id: orderId, offset: 0, limit: 1 })).rows;
  if (order?.user_id !== userId) throw invalid('order_id', 'This customer has no such order.');
}

/** Throws not_found, and already_done when it has ended. */
export async function revokeAssignment(tx: Tx, assignmentId: string): Promise<void> {
  if (await endAssignment({ db: tx }, assignmentId)) return;
  if (!(await hasAssignment(tx, assignmentId))) throw new AppError('not_found');
  throw new AppError('already_done', { detail: 'There is no such current or future assignment.' });
}

/** Throws not_found, conflict when that host does not report the phone. */
export async function movePhone(tx: Tx, id: string, hostId: string): Promise<PhoneRow> {
  await getPhone(tx, id);
  await moveDevice(tx, id, hostId);
  await cleanAfterMove(tx, id);
  return getPhone(tx, id);
}

/** Throws not_found, and already_exists when another phone has the tag. */
export async function labelPhone(
  tx: Tx,
  id: string,
  labels: { tag?: string | undefined; label?: string | undefined },
): Promise<PhoneRow> {
  await getPhone(tx, id);
  if (!(await labelDevice(tx, id, labels))) {
    throw new AppError('already_exists', {
      detail: 'Another phone already has this tag.',
      fields: { tag: 'Another phone already has this tag.' },
    });
  }
  return getPhone(tx, id);
}

function invalid(field: string, detail: string): AppError {
  return new AppError('invalid_input', { detail, fields: { [field]: detail } });
}

// What our team does to phones. Which moves there are and what they need is said in devices, cleaning and
// assignments; this says it in the team's words.
import type { CalendarRow, FileAnswer, PhoneRow } from '@pocketfleet/contract';
import { findUserByName } from '../accounts/accounts.ts';
import { assignDevice, endAssignment, findTenant, lockStock } from '../assignments/assignments.ts';
import { cleanAfterMove } from '../cleaning/cleaning.ts';
import {
  findDeviceState,
  type HostLinks,
  labelDevice,
  moveDevice,
  rebootDevice,
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
/** A picture that young is shown again: pages ask for many, again and again. */
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

/** Refuses device_not_ready while it has a tenant, also one who came while the picture was taken. */
export async function getThumbnail(
  deps: { db: Db; links: HostLinks; events: Events },
  id: string,
): Promise<FileAnswer> {
  await refuseTenant(deps.db, id);
  const png = (await selectFreshPicture(deps.db, id, pictureFreshS)) ?? (await takeThumbnail(deps, id));
  await refuseTenant(deps.db, id);
  return { file_name: 'thumbnail.png', content_type: 'image/png', bytes: new Uint8Array(png) };
}

async function refuseTenant(db: Db, deviceId: string): Promise<void> {
  if ((await findTenant({ db }, deviceId)) === undefined) return;
  throw new AppError('device_not_ready', { detail: 'This phone has a tenant: its screen is not for us.' });
}

/**
 * Gives a clean, free phone to a customer. Throws not_found, device_not_ready, conflict when it is taken,
 * invalid_input for a customer that there isn't or a time that is over.
 */
export async function assignByHand(
  tx: Tx,
  deviceId: string,
  wish: {
    username: string;
    starts_at?: string | undefined;
    expires_at: string | null;
    order_id?: string | undefined;
  },
): Promise<string> {
  // Beside the customers' orders, one at a time; a hold that nobody paid for in time is in nobody's way.
  await lockStock(tx);
  await freeStaleHolds(tx);
  const state = await findDeviceState(tx, deviceId);
  if (state === undefined) throw new AppError('not_found');
  const user = await findUserByName({ db: tx }, wish.username);
  if (user === undefined) throw invalid('username', 'There is no customer of this name.');
  if (wish.order_id !== undefined) await refuseForeignOrder(tx, wish.order_id, user.id);
  if (user.is_suspended) throw invalid('username', 'This customer is suspended.');
  const nowMs = Date.parse(await selectNow(tx));
  const startMs = Math.max(nowMs, wish.starts_at === undefined ? nowMs : Date.parse(wish.starts_at));
  if (wish.expires_at !== null && Date.parse(wish.expires_at) <= startMs) {
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
        order_id: wish.order_id ?? null,
        starts_at: new Date(startMs).toISOString(),
        expires_at: wish.expires_at,
      },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    throw new AppError('conflict', { detail: 'This phone is taken at that time.', cause: error });
  }
}

async function refuseForeignOrder(tx: Tx, orderId: string, userId: string): Promise<void> {
  const [order] = (await selectOrders(tx, { id: orderId, offset: 0, limit: 1 })).rows;
  if (order?.user_id !== userId) throw invalid('order_id', 'This customer has no such order.');
}

/** Throws already_done for one that has ended, not_found. */
export async function revokeAssignment(tx: Tx, assignmentId: string): Promise<void> {
  if (await endAssignment({ db: tx }, assignmentId)) return;
  if (!(await hasAssignment(tx, assignmentId))) throw new AppError('not_found');
  throw new AppError('already_done', { detail: 'There is no such assignment that still runs or will run.' });
}

/** Throws not_found, conflict when that host does not report the phone. */
export async function movePhone(tx: Tx, id: string, hostId: string): Promise<PhoneRow> {
  await getPhone(tx, id);
  await moveDevice(tx, id, hostId);
  await cleanAfterMove(tx, id);
  return getPhone(tx, id);
}

/** Throws not_found, already_exists for a tag that another phone has. */
export async function labelPhone(
  tx: Tx,
  id: string,
  wish: { tag?: string | undefined; label?: string | undefined },
): Promise<PhoneRow> {
  await getPhone(tx, id);
  if (!(await labelDevice(tx, id, wish))) {
    throw new AppError('already_exists', {
      detail: 'Another phone has this tag.',
      fields: { tag: 'Another phone has this tag.' },
    });
  }
  return getPhone(tx, id);
}

const answerRebootWithinMs = 15_000;

/**
 * Restarts a phone: `onLate` hears of a failure that comes after the caller has been answered (a phone may take
 * minutes). Throws not_found, device_offline, device_failed.
 */
export async function rebootPhone(
  deps: { db: Db; links: HostLinks; events: Events },
  id: string,
  onLate: (error: unknown) => void,
): Promise<void> {
  let isAnswered = false;
  const reboot = rebootDevice(deps, id).catch((error: unknown) => {
    if (!isAnswered) throw error;
    onLate(error);
  });
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, answerRebootWithinMs);
  });
  try {
    await Promise.race([reboot, enough]);
  } finally {
    isAnswered = true;
    clearTimeout(timer);
  }
}

function invalid(field: string, detail: string): AppError {
  return new AppError('invalid_input', { detail, fields: { [field]: detail } });
}

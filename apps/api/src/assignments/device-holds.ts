// Holds: named devices kept for an unpaid order until a deadline. Each allocation first takes the stock lock, so that
// no two orders choose the same device; the exclusion constraint on assignments refuses it as well.

import type { PhoneModel } from '@pocketfleet/contract';
import { prepareForTenant } from '../cleaning/cleaning.ts';
import type { Db, Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import { assignmentStarted } from './assignments.events.ts';
import { activateTask, endTask } from './assignments.tasks.ts';
import {
  deleteHolds,
  deleteStaleHolds,
  deleteUnreservedHolds,
  type EndedHold,
  type HoldOfOrder,
  insertHolds,
  type NewHold,
  selectHasStaleHolds,
  selectHeldCount,
  selectHoldsOf,
  takeStockLock,
  updateHoldsConverted,
  updateHoldsExtended,
  updateReservedToPay,
} from './device-holds.sql.ts';
import {
  type FreeModel,
  type GapRow,
  type Period,
  selectFreeByModel,
  selectFreeCount,
  selectGaps,
  selectModels,
  selectUnknownModels,
} from './stock.sql.ts';

/** One allocation at a time, over all nodes, until the transaction ends: no retries, no false shortage. */
export function lockStock(tx: Db): Promise<void> {
  return takeStockLock(tx);
}

/**
 * How many devices are free for the whole period and the turnover after it. The devices that `forOrderId` holds count as
 * free, because a new hold of the same order replaces them. Takes no lock.
 */
export function countFreeDevices(db: Db, period: Period, forOrderId?: string): Promise<number> {
  return selectFreeCount(db, period, forOrderId);
}

/** The same for each model of the stock. */
export function countFreeByModel(db: Db, period: Period, forOrderId?: string): Promise<FreeModel[]> {
  return selectFreeByModel(db, period, forOrderId);
}

/** The models that can be chosen. */
export function listModels(deps: { db: Db }): Promise<PhoneModel[]> {
  return selectModels(deps.db);
}

/** The names among these that no phone of ours has ever had. */
export function findUnknownModels(db: Db, models: readonly string[]): Promise<string[]> {
  return selectUnknownModels(db, models);
}

/** The times within [from, until) at which some device is free for at least `leastMs`. Takes no lock. */
export function listGaps(
  db: Db,
  window: { from: string; until: string; leastMs: number; forOrderId?: string | undefined },
): Promise<GapRow[]> {
  return selectGaps(db, window);
}

/**
 * Holds `count` free devices for an order, of the chosen models, or none. Returns when the hold ends, undefined when
 * fewer are free. The caller holds the stock lock.
 */
export function holdDevices(tx: Db, count: number, hold: NewHold): Promise<string | undefined> {
  return insertHolds(tx, count, hold);
}

/** Makes the held devices of a paid order its customer's, from their start to their end. Returns how many. */
export async function convertHold(tx: Db, orderId: string): Promise<number> {
  const converted = await updateHoldsConverted(tx, orderId);
  for (const { state, starts_at, expires_at, ...assignment } of converted) {
    const { assignment_id } = assignment;
    await publish(tx, assignmentStarted, assignment);
    if (state === 'active') await prepareForTenant(tx, assignment);
    if (state === 'scheduled') await enqueue(tx, activateTask, { assignment_id }, { runAt: starts_at });
    await enqueue(tx, endTask, { assignment_id }, { runAt: expires_at });
  }
  return converted.length;
}

/** Extends the open hold of an order. Returns its new end, undefined when none is open. */
export function extendHold(tx: Db, orderId: string, minutes: number): Promise<string | undefined> {
  return updateHoldsExtended(tx, orderId, minutes);
}

/** Releases the devices that an order holds. */
export async function releaseHold(tx: Db, orderId: string): Promise<void> {
  await deleteHolds(tx, orderId);
}

/** The customer no longer pays: releases the devices, or keeps them held until the end of their reservation. */
export async function releaseUnreserved(tx: Db, orderId: string): Promise<void> {
  await deleteUnreservedHolds(tx, orderId);
}

/** Begins the time to pay for devices that a quote has reserved. Returns its end, undefined when none are reserved. */
export function holdReserved(tx: Db, orderId: string, minutes: number): Promise<string | undefined> {
  return updateReservedToPay(tx, orderId, minutes);
}

/** Ends every hold past its end, and keeps devices whose reservation goes on. Returns the orders, each once. */
export function releaseStaleHolds(tx: Tx): Promise<EndedHold[]> {
  return deleteStaleHolds(tx);
}

/** True when a hold is past its end. Takes no lock. */
export function hasStaleHolds(db: Db): Promise<boolean> {
  return selectHasStaleHolds(db);
}

/** When the open hold of an order ends; undefined when it has none. */
export async function findHoldEnd(db: Db, orderId: string): Promise<string | undefined> {
  return (await selectHoldsOf(db, [orderId]))[0]?.hold_expires_at;
}

/** When the open holds of these orders end. Orders without an open hold are left out. */
export function listHolds(db: Db, orderIds: readonly string[]): Promise<HoldOfOrder[]> {
  return selectHoldsOf(db, orderIds);
}

/** How many orders and devices a customer holds without having paid. */
export function countHeld(db: Db, userId: string): Promise<{ orders: number; devices: number }> {
  return selectHeldCount(db, userId);
}

// How long phones are held for a customer who is about to pay.
export const holdMinutes = 15;
/** Added once, at the customer's request. */
export const holdExtensionMinutes = 10;
/** Our team may reserve the phones of a quote for so long. */
export const longestReservationDays = 14;
/** An unpaid hold of another customer ends after this time at the latest. */
export const longestHoldMinutes = holdMinutes + holdExtensionMinutes;

/**
 * How long a customer may hold phones in 24 hours without paying for them, over all their orders: five whole holds
 * before the first paid order, and 24 after it. Going back and forth between pages uses up only seconds.
 */
const unpaidMinutesPerDay = 5 * longestHoldMinutes;
const unpaidMinutesPerDayOnceProven = 24 * longestHoldMinutes;
/** Held without paying for so long within an hour, phones are there for others first, unless an order was paid before. */
const unpaidMinutesBeforePause = 30;
const pauseMinutes = 10;
/** At once, for a customer who has never paid and has let a whole hold go unpaid within 24 hours. */
const phonesAfterUnpaidHold = 20;

/** A customer's unpaid holds of the last 24 hours. */
export type UnpaidHolds = {
  /** True when any order of theirs was ever paid and not refunded in full. */
  hasPaid: boolean;
  minutesInDay: number;
  minutesInHour: number;
  /** When the last of these holds ended; null when none has. */
  lastEndedMs: number | null;
  /** When the first of these holds began; null when there is none. */
  firstTakenMs: number | null;
};

export type HoldRefusal =
  | { reason: 'day' | 'pause'; againAtMs: number }
  | { reason: 'phones'; mostPhones: number };

/** The reason why a customer may not hold so many phones now; null when they may. */
export function refuseUnpaidHold(held: UnpaidHolds, phonesAtOnce: number, nowMs: number): HoldRefusal | null {
  const { hasPaid, lastEndedMs, firstTakenMs } = held;
  const mostMinutes = hasPaid ? unpaidMinutesPerDayOnceProven : unpaidMinutesPerDay;
  if (held.minutesInDay >= mostMinutes) {
    return { reason: 'day', againAtMs: (firstTakenMs ?? nowMs) + 24 * 3_600_000 };
  }
  if (hasPaid || lastEndedMs === null) return null;
  const pauseEndsMs = lastEndedMs + pauseMinutes * 60_000;
  if (held.minutesInHour >= unpaidMinutesBeforePause && pauseEndsMs > nowMs) {
    return { reason: 'pause', againAtMs: pauseEndsMs };
  }
  const hasLetGo = held.minutesInDay >= holdMinutes;
  if (hasLetGo && phonesAtOnce > phonesAfterUnpaidHold)
    return { reason: 'phones', mostPhones: phonesAfterUnpaidHold };
  return null;
}

/**
 * The time left of a hold, limited to the length of a hold: a clock that lags behind would show more. `canExtend` is true
 * until the hold was extended.
 */
export function holdLeftMs(untilMs: number, nowMs: number, canExtend: boolean): number {
  const mostMs = (canExtend ? holdMinutes : longestHoldMinutes) * 60_000;
  return Math.min(mostMs, Math.max(0, untilMs - nowMs));
}

// How long phones are held for a customer who is about to pay (spec-decisions 12).
export const holdMinutes = 15;
/** Added once, when he asks for it. */
export const holdExtensionMinutes = 10;
/** What somebody else has held is free again after this, unless it is paid. */
export const longestHoldMinutes = holdMinutes + holdExtensionMinutes;

/**
 * How long a customer may hold phones in 24 hours without paying for them, over all their orders: five whole holds
 * before the first paid order, and 24 after it. Somebody who goes back and forth uses up seconds.
 */
export const unpaidMinutesPerDay = 5 * longestHoldMinutes;
export const unpaidMinutesPerDayOnceProven = 24 * longestHoldMinutes;
/** Held without paying for so long within an hour, phones are there for others first, unless an order was paid before. */
export const unpaidMinutesBeforePause = 30;
export const pauseMinutes = 10;
/** At once, for a customer who has never paid and has let a whole hold go unpaid within 24 hours. */
export const phonesAfterUnpaidHold = 20;

/** What a customer has held within 24 hours without paying for it. */
export type UnpaidHolds = {
  /** Whether any order of theirs was ever paid and not refunded in full. */
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

/** Why a customer may not hold so many phones at once now; null when they may. */
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
 * What is left of a hold, never more than a hold is long: by a clock that lags behind, or was asked a moment too early,
 * it would seem longer. `canExtend` while it wasn't lengthened.
 */
export function holdLeftMs(untilMs: number, nowMs: number, canExtend: boolean): number {
  const mostMs = (canExtend ? holdMinutes : longestHoldMinutes) * 60_000;
  return Math.min(mostMs, Math.max(0, untilMs - nowMs));
}

// The reasons for closing a websocket, and whether the browser should reconnect. RFC 6455 (7.4.2) leaves the range 4000-4999
// to applications. The page shows the sentence.
export const closeCodes = {
  normal: { code: 1000, reconnect: false, detail: 'Closed.' },
  going_away: { code: 1001, reconnect: true, detail: 'The server is restarting.' },
  bad_message: {
    code: 4400,
    reconnect: false,
    detail: 'Something in this page didn’t work. Please reload it.',
  },
  ticket_refused: { code: 4401, reconnect: true, detail: 'The connection took too long to open.' },
  not_allowed: { code: 4403, reconnect: false, detail: 'You don’t have access to this phone.' },
  session_ended: { code: 4404, reconnect: false, detail: 'You’ve been signed out. Please sign in again.' },
  assignment_ended: { code: 4405, reconnect: false, detail: 'Your rental of this phone has ended.' },
  device_quarantined: { code: 4406, reconnect: false, detail: 'This phone was taken out of service.' },
  rights_changed: { code: 4407, reconnect: true, detail: 'Your permissions here have changed.' },
  second_factor_needed: {
    code: 4409,
    reconnect: false,
    detail: 'This team needs a second factor of its members. Add one in your settings.',
  },
  device_offline: { code: 4408, reconnect: true, detail: 'The phone is offline.' },
  /** The phone's computer has an older agent. */
  not_supported: { code: 4410, reconnect: false, detail: 'The computer of this phone can’t do this yet.' },
  cut_off: { code: 4411, reconnect: false, detail: 'Somebody has cut you off from this phone.' },
  too_many: {
    code: 4429,
    reconnect: true,
    detail: 'Too many streams are open. Close some of them, or try again in a minute.',
  },
  too_slow: { code: 4413, reconnect: true, detail: 'Your connection is too slow for this stream.' },
  server_error: { code: 4500, reconnect: true, detail: 'Something went wrong on our side.' },
} as const satisfies Record<string, { code: number; reconnect: boolean; detail: string }>;

export type CloseReason = keyof typeof closeCodes;

/** The reason behind a close code, or undefined for codes that are not ours (1006 and the like: reconnect). */
export function closeReasonOf(code: number): CloseReason | undefined {
  for (const [reason, entry] of Object.entries(closeCodes)) {
    if (entry.code === code) return reason as CloseReason;
  }
  return undefined;
}

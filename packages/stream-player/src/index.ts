// The live phone in a page: it decodes packets to frames, and sends pointer and keys as control messages. The session page
// and the stream frame use it. It must never know React, the API client or the account. Its main invariant: the page
// always learns, in a sentence, whether the stream that it shows is live.
// Things that are opened and closed (a socket, a decoder, a worker's port) are classes; everything else is a function.
export { dialRelay } from './connection/dial-relay.ts';
export type { StartedStream, StartStream } from './connection/start-stream.ts';
export { createRefusal, StreamRefusedError } from './connection/start-stream.ts';
export { codecStringOf } from './decode/codec-string.ts';
export type { PhoneKey } from './input/android-keys.ts';
export type { Size } from './input/coordinates.ts';
export { exitChordName, isExitChord } from './input/exit-chord.ts';
export { createPlayer } from './player.ts';
export type { Player, PlayerOptions } from './player-api.ts';
export { isHeldElsewhere, type PlayerEvents, type PlayerStats } from './player-events.ts';
export type { PlayerState } from './player-state.ts';
export { warmUpPlayer } from './warm-up.ts';

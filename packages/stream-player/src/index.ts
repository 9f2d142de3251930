// The live phone in a page: packets to pictures, pointer and keys to control messages. For the session page and
// the stream frame alike. It must never know React, the API client or who is signed in. Its main invariant: the
// page always learns, in words, whether what it shows is live.

export { type StartStream, StreamRefusedError } from './connection/connection.ts';
export { refusalOf } from './connection/refusal.ts';
export type { StartedStream } from './connection/stream-socket.ts';
export { type PhoneKey, phoneKeys } from './input/android-keys.ts';
export type { Size } from './input/coordinates.ts';
export { exitChordName, isExitChord } from './input/exit-chord.ts';
export { createPlayer } from './player.ts';
export type { Player, PlayerOptions } from './player-api.ts';
export type { ControlRole, PlayerEvents, PlayerState, PlayerStats } from './player-events.ts';
export { warmUpPlayer } from './warm-up.ts';
export type { VideoReport, VideoSink, VideoSinkEvents } from './worker/video-sink.ts';

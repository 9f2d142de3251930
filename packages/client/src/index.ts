// The client of the customers' API, typed from the contract's routes. It runs in browsers and in Node. `createClient` is the
// calls alone, for the product's own pages; `Pocketfleet` adds retries, sequences, events and phones for programs.
// `@pocketfleet/client/call-route` calls a single route without the table of all routes, `@pocketfleet/client/node` is for
// files and adb on a computer.
export { ApiError } from './api-error.ts';
export type { CallInput } from './call-by-name.ts';
export { type Client, createClient } from './client.ts';
export type { EventOptions, HeardEvent } from './events.ts';
export type { RecordingFile, RecordingFormat } from './export-recording.ts';
export { findPhone } from './find-phone.ts';
export type { Direction, Phone, ScreenCondition, Target } from './phone.ts';
export type { FileSource, PhoneFiles, TransferOptions } from './phone-files.ts';
export type { DuplexBytes, ShellOptions, ShellResult } from './phone-shell.ts';
export { Pocketfleet, type PocketfleetOptions } from './pocketfleet.ts';
export type { ScreenWatching, SeenScreen } from './watch-screen.ts';

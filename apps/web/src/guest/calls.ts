// The calls of the guests' page. The credential lives as long as the tab: another tab joins as another guest.
import { ApiError } from '@pocketfleet/client';
import { callRoute } from '@pocketfleet/client/call-route';
import {
  type GuestPlace,
  getGuestPlace,
  joinShareLink,
  leaveAsGuest,
  openShareLink,
  startStream,
  type TicketPurpose,
} from '@pocketfleet/contract';
import type { StartStream } from '@pocketfleet/stream-player';
import { playerError, watchIfNotControl } from '../streams/start-stream.ts';

const api = { baseUrl: '/api' };
const linkToken = decodeURIComponent(window.location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const storageKey = 'pocketfleet-guest';

export function storedCredential(): string | null {
  try {
    const [link, credential] = (sessionStorage.getItem(storageKey) ?? '').split(' ');
    return link === linkToken && credential ? credential : null;
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function storeCredential(credential: string | null): void {
  try {
    if (credential === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, `${linkToken} ${credential}`);
  } catch {
    // Storage is blocked: a reload asks for the name again.
  }
}

export const openLink = () => callRoute(api, openShareLink, { body: { token: linkToken } });

export async function join(name: string, password: string): Promise<string> {
  const body = { token: linkToken, name, ...(password === '' ? {} : { password }) };
  return (await callRoute(api, joinShareLink, { body })).access_token;
}

const as = (credential: string) => ({ headers: { authorization: `Bearer ${credential}` } });

export function readPlace(credential: string): Promise<GuestPlace> {
  return callRoute(api, getGuestPlace, {}, as(credential));
}

export async function leave(credential: string): Promise<void> {
  await callRoute(api, leaveAsGuest, {}, as(credential));
}

export function isOut(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 404);
}

/** Asks for control, and watches where the link allows no more. */
export function createGuestStream(credential: string, deviceId: string): StartStream {
  return async (signal) => {
    const ask = (purpose: TicketPurpose) =>
      callRoute(api, startStream, { params: { id: deviceId }, body: { purpose }, signal }, as(credential));
    try {
      return await watchIfNotControl(ask, 'control');
    } catch (error) {
      throw playerError(error, 'control');
    }
  };
}

// Pure: what the list and the form say about keys.
import type { AccessPermission, Key } from '@pocketfleet/contract';
import { formatDuration } from '@pocketfleet/ui/format';
import * as texts from '#language/keys';

/** In the form: what most programs need, and what is one step away. */
export const usualPermissions: readonly AccessPermission[] = [
  'watch',
  'control',
  'screen',
  'apps',
  'files',
  'record',
  'label',
  'shell',
  'adb',
];
export const morePermissions: readonly AccessPermission[] = [
  'secrets',
  'rent',
  'spend',
  'billing',
  'webhooks',
  'members',
  'keys',
  'workspace',
];

const soonMs = 7 * 86_400_000;

/** "Watch, control, apps". */
export function permissionsText(permissions: readonly AccessPermission[]): string {
  const [first = '', ...rest] = permissions.map((each) => texts.permissionNames[each]);
  const lower = rest.map((word) => word.charAt(0).toLowerCase() + word.slice(1));
  return [first, ...lower].join(', ');
}

export function endsSoon({ expires_at }: Pick<Key, 'expires_at'>, nowMs: number): boolean {
  return Date.parse(expires_at) - nowMs < soonMs;
}

/** The time of the last use is up to a minute old, and the list a little older. */
const inUseMs = 2 * 60_000;

export function isInUse({ last_used_at }: { last_used_at: string | null }, nowMs: number): boolean {
  return last_used_at !== null && nowMs - Date.parse(last_used_at) < inUseMs;
}

/** The time until `iso`, in words; at least a minute. */
export function timeUntil(iso: string, nowMs: number): string {
  return formatDuration(Math.max(60_000, Date.parse(iso) - nowMs));
}

/** Cents; null for a text that is no amount. */
export function parseMoney(text: string): number | null {
  const match = /^\$?\s*(\d{1,7})(?:[.](\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

export function parseNetworks(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '');
}

/** Of a choice in the form; null: no limit. */
export const limitOf = (chosen: string): number | null => (chosen === '' ? null : Number(chosen));

import { ApiError, findPhone as findByName } from '@pocketfleet/client';
import { CommandError } from '@pocketfleet/command-line';
import type { Device } from '@pocketfleet/contract';
import type { Account } from './account.ts';

/** One of the caller's phones by tag, id or a label that only one of them has. */
export async function findPhone(account: Account, name: string): Promise<Device> {
  const phones = await account.call('listPhones');
  try {
    return findByName(phones, name);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw error.code === 'ambiguous' ? new CommandError('usage', error.message) : account.toError(error);
  }
}

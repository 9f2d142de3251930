import { CommandError } from '@pocketfleet/command-line';
import type { Device } from '@pocketfleet/contract';
import type { Account } from './account.ts';

/** One of the caller's phones by tag, id or a label that only one of them has. */
export async function findPhone(account: Account, name: string): Promise<Device> {
  const phones = await account.call('listPhones');
  const exact = phones.filter(({ id, tag }) => id === name || tag.toLowerCase() === name.toLowerCase());
  const found = exact.length > 0 ? exact : phones.filter(({ label }) => label === name);
  const [phone] = found;
  if (phone === undefined) {
    const tags = phones.map(({ tag }) => tag).join(', ');
    throw new CommandError(
      'not_found',
      `You have no phone "${name}".${tags === '' ? ' You rent no phones now.' : ` Yours: ${tags}.`}`,
    );
  }
  if (found.length > 1) {
    const tags = found.map(({ tag }) => tag).join(', ');
    throw new CommandError('usage', `${found.length} phones have the label "${name}": name one of ${tags}.`);
  }
  return phone;
}

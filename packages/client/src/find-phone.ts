import type { Device } from '@pocketfleet/contract';
import { ApiError } from './api-error.ts';

/** One of these phones by tag, id or a label that only one of them has. Throws ApiError `not_found`, `ambiguous`. */
export function findPhone(phones: readonly Device[], name: string): Device {
  const exact = phones.filter(({ id, tag }) => id === name || tag.toLowerCase() === name.toLowerCase());
  const found = exact.length > 0 ? exact : phones.filter(({ label }) => label === name);
  const [phone] = found;
  if (phone === undefined) {
    const tags = phones.map(({ tag }) => tag).join(', ');
    const yours = tags === '' ? ' You rent no phones now.' : ` Yours: ${tags}.`;
    throw new ApiError({ status: 404, code: 'not_found', detail: `You have no phone "${name}".${yours}` });
  }
  if (found.length > 1) {
    const tags = found.map(({ tag }) => tag).join(', ');
    const detail = `${found.length} phones have the label "${name}": name one of ${tags}.`;
    throw new ApiError({ status: 409, code: 'ambiguous', detail });
  }
  return phone;
}

// Which phone a tool means: its tag, its id, or a label that only one of the caller's phones has.
import { z } from 'zod';
import { listPhones, type Phone } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import type { ToolCall } from './tool.ts';

export const phone: z.ZodString = z
  .string()
  .min(1)
  .max(100)
  .describe(
    'The phone: its tag such as PF-007, its id, or a label that only one phone has. See phones_list.',
  );

/** Throws device_not_assigned with the tags that the caller has. */
export async function findPhone(call: ToolCall, named: string): Promise<Phone> {
  const found = await lookUp(call, named);
  call.onPhone(found);
  return found;
}

async function lookUp({ deps, caller }: ToolCall, named: string): Promise<Phone> {
  const phones = await listPhones(deps, caller);
  const wanted = named.trim().toLowerCase();
  const exact = phones.find((one) => one.device_id === wanted || one.tag.toLowerCase() === wanted);
  if (exact !== undefined) return exact;
  const labelled = phones.filter(({ label }) => label?.toLowerCase() === wanted);
  if (labelled.length === 1 && labelled[0] !== undefined) return labelled[0];
  const tags = phones.slice(0, 50).map(({ tag }) => tag);
  const have = tags.length === 0 ? 'You have no phone now.' : `Your phones: ${tags.join(', ')}.`;
  const why =
    labelled.length > 1 ? 'Several phones have this label; use a tag.' : 'No phone of yours is called this.';
  throw new AppError('device_not_assigned', { detail: `${why} ${have}` });
}

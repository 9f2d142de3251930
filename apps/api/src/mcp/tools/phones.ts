import { z } from 'zod';
import { listPhones } from '../../assignments/assignments.ts';
import { fitItems } from '../answer-size.ts';
import { quoteScreen } from '../quote-screen.ts';
import { defineTool, type Tool } from '../tool.ts';

const entry = z.object({
  tag: z.string(),
  id: z.string(),
  label: z.string().nullable(),
  model: z.string(),
  android_version: z.string().nullable(),
  online: z.boolean(),
  /** False: rented, but not open yet. */
  open: z.boolean(),
  ends_at: z.string().nullable(),
});

export const phonesList: Tool = defineTool({
  name: 'phones_list',
  title: 'List phones',
  description:
    'The rented phones that you may use: tag, label, model, whether each is online, and when its rental ends.',
  needs: ['screen'],
  isReadOnly: true,
  input: z.strictObject({}),
  output: z.object({
    /** People write the labels. */
    untrusted: z.literal(true),
    phones: z.array(entry),
    left_out: z.int(),
  }),
  run: async ({ deps, caller }) => {
    const phones = (await listPhones(deps, caller)).map((row) => ({
      tag: row.tag,
      id: row.device_id,
      label: row.label,
      model: row.model,
      android_version: row.is_running ? row.android_version : null,
      online: row.is_running && row.connection_state === 'online',
      open: row.is_running,
      ends_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    }));
    const { kept, lines, leftOut } = fitItems(phones, ({ tag, id, label, model, online, open, ends_at }) =>
      [
        tag,
        id,
        label && JSON.stringify(label),
        model,
        open ? (online ? 'online' : 'offline') : 'not open yet',
        ends_at && `until ${ends_at}`,
      ]
        .filter(Boolean)
        .join(', '),
    );
    const text =
      lines.length === 0
        ? 'No phone is rented for you now.'
        : quoteScreen(lines.join('\n'), 'Phones, with labels that people wrote');
    const more = leftOut === 0 ? '' : `\n${leftOut} more phones were left out: name one by its tag.`;
    return { text: `${text}${more}`, structured: { untrusted: true, phones: kept, left_out: leftOut } };
  },
});

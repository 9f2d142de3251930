import { fileNameError, isSharedPath } from '@pocketfleet/contract';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { claimPhone, readSmallFile, runDeviceAction, writeSmallFile } from '../../streaming/streaming.ts';
import { fitItems, maxTextBytes } from '../answer-size.ts';
import { findPhone, phone } from '../find-phone.ts';
import { quoteScreen } from '../quote-screen.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolCall } from '../tool.ts';

const maxReadBytes = maxTextBytes;
/** As base64 it is a third longer, and says little to a model. */
const maxBinaryBytes = 12 * 1024;
const maxWriteBytes = 256 * 1024;
const maxEntries = 300;

const nothingRead = { untrusted: true, entries: [], text: null, detail: '' };

export const file: Tool = defineTool({
  name: 'file',
  title: 'Files',
  description: `Files below /sdcard: lists a folder, reads a file of at most ${maxReadBytes / 1024} KB, writes one of at most ${maxWriteBytes / 1024} KB, or deletes one.`,
  needs: ['files'],
  isReadOnly: false,
  input: z
    .strictObject({
      phone,
      do: z.enum(['list', 'read', 'write', 'delete']),
      path: z
        .string()
        .refine(isSharedPath, 'Only files below /sdcard can be reached.')
        .describe('Such as /sdcard/Download/list.txt.'),
      text: z.string().max(maxWriteBytes).optional().describe('The text to write.'),
      base64: z
        .base64()
        .max(maxWriteBytes * 2)
        .optional()
        .describe('The bytes to write, in base64.'),
    })
    .refine((input) => input.do !== 'write' || (input.text === undefined) !== (input.base64 === undefined), {
      message: 'Give what to write as text or as base64.',
    }),
  output: z.object({
    untrusted: z.literal(true),
    entries: z.array(z.object({ name: z.string(), kind: z.string(), size: z.int() })),
    text: z.string().nullable(),
    detail: z.string(),
  }),
  run: async (call, input) => {
    const { device_id } = await findPhone(call, input.phone);
    if (input.do === 'list') return list(call, device_id, input.path);
    if (input.do === 'read') return read(call, device_id, input.path);
    await claimPhone(call.deps, call.caller, device_id);
    if (input.do === 'write') return write(call, device_id, input);
    await runDeviceAction(call.deps, call.caller, device_id, { type: 'delete', path: input.path });
    return plain(`${input.path} was deleted.`);
  },
});

const plain = (detail: string): ToolAnswer => ({ text: detail, structured: { ...nothingRead, detail } });

async function list(call: ToolCall, deviceId: string, path: string): Promise<ToolAnswer> {
  const notice = await runDeviceAction(call.deps, call.caller, deviceId, { type: 'list', path });
  if (notice.type !== 'listing') throw new AppError('device_failed');
  const first = notice.entries.slice(0, maxEntries).map(({ name, kind, size }) => ({ name, kind, size }));
  // As an object, which is longer than the line.
  const { kept: entries } = fitItems(first, (entry) => JSON.stringify(entry));
  const isCut = notice.is_cut || notice.entries.length > entries.length;
  const detail = isCut
    ? `The first ${entries.length} entries; there are more. The shell can list them.`
    : `${entries.length} entries.`;
  const lines = entries.map(({ name, kind, size }) => `${kind} ${size} ${JSON.stringify(name)}`);
  const text =
    lines.length === 0 ? 'The folder is empty.' : `${detail}\n${quoteScreen(lines.join('\n'), `In ${path}`)}`;
  return { text, structured: { ...nothingRead, entries, detail } };
}

async function read(call: ToolCall, deviceId: string, path: string): Promise<ToolAnswer> {
  const content = await readSmallFile(call.deps, call.caller, deviceId, { path, maxBytes: maxReadBytes });
  const detail = `${content.length} bytes.`;
  if (isText(content)) {
    const text = content.toString('utf8');
    return {
      text: `${detail}\n${quoteScreen(text, `Content of ${path}`)}`,
      structured: { ...nothingRead, text, detail },
    };
  }
  if (content.length > maxBinaryBytes) {
    const why = `Not text, and larger than ${maxBinaryBytes / 1024} KB: fetch it on the phone’s page or with the command line.`;
    throw new AppError('device_failed', { detail: why });
  }
  return {
    text: `${detail} Not text. ${quoteScreen(content.toString('base64'), `Content of ${path} in base64`)}`,
    structured: { ...nothingRead, detail },
  };
}

async function write(
  call: ToolCall,
  deviceId: string,
  { path, text, base64 }: { path: string; text?: string | undefined; base64?: string | undefined },
): Promise<ToolAnswer> {
  const content = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8');
  if (content.length === 0) throw new AppError('invalid_input', { detail: 'There is nothing to write.' });
  if (content.length > maxWriteBytes)
    throw new AppError('invalid_input', { detail: `At most ${maxWriteBytes / 1024} KB can be written.` });
  const end = path.lastIndexOf('/');
  const name = path.slice(end + 1);
  const problem = fileNameError(name);
  if (end < 1 || problem !== null)
    throw new AppError('invalid_input', { detail: problem ?? 'Name the file.' });
  await writeSmallFile(call.deps, call.caller, deviceId, {
    folder: path.slice(0, end),
    name,
    content,
    nowMs: call.deps.clock.nowMs(),
  });
  return plain(`${content.length} bytes were written to ${path}.`);
}

function isText(content: Buffer): boolean {
  if (content.includes(0)) return false;
  return Buffer.from(content.toString('utf8'), 'utf8').equals(content);
}

import { z } from 'zod';
import { recordUse } from '../../access/access.ts';
import { refuseWhilePersonHas } from '../../streaming/streaming.ts';
import { cutText, maxRefusalBytes } from '../answer-size.ts';
import { findPhone, phone } from '../find-phone.ts';
import { withServices } from '../phone-services.ts';
import { quoteScreen } from '../quote-screen.ts';
import { runCommand } from '../run-command.ts';
import { defineTool, type Tool } from '../tool.ts';

export const shell: Tool = defineTool({
  name: 'shell',
  title: 'Run a shell command',
  description:
    'Runs one command in the phone’s shell, as Android’s user “shell”, and answers with its output and exit code. At most 16 KB of its output and 8 KB of its errors. Refused while a person has the phone.',
  needs: ['shell'],
  isReadOnly: false,
  input: z.strictObject({
    phone,
    command: z.string().min(1).max(4_000),
    timeout_s: z.number().min(1).max(50).default(20),
  }),
  output: z.object({
    untrusted: z.literal(true),
    exit_code: z.int().nullable(),
    stdout: z.string(),
    stderr: z.string(),
    is_cut: z.boolean(),
  }),
  run: async (call, { phone: named, command, timeout_s }) => {
    const { device_id, assignment_id: assignmentId } = await findPhone(call, named);
    // A command can tap and type just like a tool: a person who has the phone has it alone.
    await refuseWhilePersonHas(call.deps.db, { deviceId: device_id, assignmentId });
    await recordUse(call.deps.db, call.caller, device_id, 'phone.shell');
    const output = await withServices(call, { deviceId: device_id, permission: 'shell' }, (open) =>
      runCommand(open, command, timeout_s * 1_000),
    );
    // The session is as long as from its first command to the end of its last.
    await recordUse(call.deps.db, call.caller, device_id, 'phone.shell');
    const { exit_code, stdout, stderr, is_cut } = output;
    const facts = [
      exit_code === null
        ? `Stopped: it ran for ${timeout_s} seconds, or printed more than a megabyte.`
        : `Exit code ${exit_code}.`,
      is_cut ? 'The output was longer than shown.' : '',
    ].filter(Boolean);
    // A command that was stopped is a refusal, of which clients show less.
    const shown = (text: string): string => (exit_code === null ? cutText(text, maxRefusalBytes / 2) : text);
    const quoted = [
      stdout === '' ? '' : quoteScreen(shown(stdout), 'Output'),
      stderr === '' ? '' : quoteScreen(shown(stderr), 'Errors'),
    ].filter(Boolean);
    return {
      text: [facts.join(' '), ...quoted].join('\n'),
      structured: { untrusted: true, ...output },
      isRefused: exit_code === null,
    };
  },
});

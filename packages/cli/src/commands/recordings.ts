// `pocketfleet record …`: recordings of phones begin, end, are listed and saved as files.
import { saveFile } from '@pocketfleet/client/node';
import { CommandError, type Terminal } from '@pocketfleet/command-line';
import type { Recording } from '@pocketfleet/contract';
import { type Command, Option } from 'commander';
import { type Context, works } from '../command.ts';
import { findPhone } from '../find-phone.ts';

type Format = 'mp4' | 'json';
type Row = Recording & { length: string };

export function addRecordings(program: Command, terminal: Terminal): void {
  const group = program
    .command('record')
    .description('record phones: picture, actions, what the screen said');
  works<{ name?: string }>(
    group
      .command('start')
      .argument('<phone>')
      .option('--name <name>', 'what the recording is called, else the phone’s tag')
      .description('record this phone from now on; everybody who sees it is told'),
    terminal,
    async ({ out, account }, { name }, [named = '']) => {
      const { id } = await findPhone(account(), named);
      const body = name === undefined ? {} : { name };
      const started = await account().call('startRecording', { params: { id }, body });
      out.done(started, `${started.phone.tag} is recorded. To end it: pocketfleet record stop ${named}`);
    },
  );
  works(
    group.command('stop').argument('<phone>').description('end the recording of this phone'),
    terminal,
    async ({ out, account }, _options, [named = '']) => {
      const { id, tag } = await findPhone(account(), named);
      const running = await findRunning(account, id);
      if (running === undefined) throw new CommandError('refused', `${tag} is not recorded now.`);
      const stopped = await account().call('stopRecording', { params: { id: running.id } });
      out.done(
        stopped,
        `${tag} is no longer recorded. To save it: pocketfleet record download ${running.id}`,
      );
    },
  );
  works(
    group.command('list').argument('[phone]').description('your recordings, the newest first'),
    terminal,
    async ({ out, account }, _options, [named]) => {
      const phone = named === undefined ? {} : { phone: (await findPhone(account(), named)).id };
      const rows: Row[] = [];
      for await (const recording of account().client.recordings(phone))
        rows.push({ ...recording, length: formatLength(recording.duration_ms) });
      if (rows.length === 0 && !out.isJson) return out.print('There are no recordings.');
      out.rows({ rows }, [
        ['ID', ({ id }) => id, 'whole'],
        ['PHONE', ({ phone: { tag } }) => tag],
        ['NAME', ({ name }) => name],
        ['STARTED (UTC)', ({ started_at }) => started_at.slice(0, 16).replace('T', ' '), 'whole'],
        ['LENGTH', ({ length }) => length, 'spare'],
        ['STATE', ({ state }) => state, 'spare'],
        ['GAPS', ({ gaps }) => String(gaps), 'spare'],
        ['MB', ({ bytes }) => (bytes / 1_000_000).toFixed(1), 'spare'],
        ['KEPT UNTIL', ({ kept_until }) => kept_until.slice(0, 10), 'spare'],
      ]);
    },
  );
  works<{ format: Format }>(
    group
      .command('download')
      .argument('<recording>', 'its id, as `pocketfleet record list` shows it')
      .argument('[file]', 'a file here, else one of its own name in this folder')
      .addOption(
        new Option('--format <format>', 'the video, or what was done and what the screen said')
          .choices(['mp4', 'json'])
          .default('mp4'),
      )
      .description('save a recording as a file'),
    terminal,
    async ({ out, account }, { format }, [id = '', file]) => {
      const { file_name, content } = await account().client.exportRecording(id, { format });
      const target = file ?? file_name;
      const bytes = await saveFile(content, target);
      out.done({ recording: id, format, file: target, bytes }, `Saved ${target}.`);
    },
  );
}

/** A phone has one recording at a time, which is its newest. */
async function findRunning(account: Context['account'], phone: string): Promise<Recording | undefined> {
  const { recordings } = await account().call('listRecordings', { query: { phone, limit: 1 } });
  return recordings.find(({ state }) => state === 'recording');
}

function formatLength(ms: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}`;
}

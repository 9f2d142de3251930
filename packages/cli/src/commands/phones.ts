import type { Terminal } from '@pocketfleet/command-line';
import type { Device } from '@pocketfleet/contract';
import type { Command } from 'commander';
import { works } from '../command.ts';

export function addPhones(program: Command, terminal: Terminal): void {
  works(
    program.command('phones').description('the phones that you rent'),
    terminal,
    async ({ out, account }) => {
      const phones = await account().call('listPhones');
      if (phones.length === 0 && !out.isJson) return out.print('You rent no phones now: pocketfleet rent');
      out.rows({ rows: phones }, [
        ['PHONE', (phone) => phone.tag],
        ['MODEL', (phone) => phone.model],
        ['LABEL', (phone) => phone.label],
        ['STATE', stateOf],
        ['BATTERY', (phone) => (phone.battery_state === null ? null : `${phone.battery_state} %`)],
        ['UNTIL', (phone) => phone.stream_mappings[0]?.expires_at ?? 'open end'],
      ]);
    },
  );
}

function stateOf(phone: Device): string {
  if (phone.assignment_state === 'scheduled') return `starts ${phone.starts_at}`;
  return phone.connection_state;
}

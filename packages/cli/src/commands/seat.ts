// Who acts on a phone: `take` and `give`.
import type { Terminal } from '@pocketfleet/command-line';
import type { Command } from 'commander';
import { works } from '../command.ts';
import { findPhone } from '../find-phone.ts';

export function addSeat(program: Command, terminal: Terminal): void {
  works(
    program
      .command('take')
      .argument('<phone>')
      .description('take a phone from another program, to act on its screen'),
    terminal,
    async ({ out, account }, _options, [name = '']) => {
      const { id, tag } = await findPhone(account(), name);
      const seat = await account().call('takeSeat', { params: { id } });
      out.done(seat, `${tag} is yours, until you give it back: pocketfleet give ${tag}`);
    },
  );
  works(
    program
      .command('give')
      .argument('<phone>')
      .description('give a phone back that you have acted on, so that other programs can act'),
    terminal,
    async ({ out, account }, _options, [name = '']) => {
      const { id, tag } = await findPhone(account(), name);
      const seat = await account().call('giveSeat', { params: { id } });
      const { holder } = seat;
      out.done(seat, holder === null ? `${tag} is free.` : `You didn’t have ${tag}: ${holder.name} has it.`);
    },
  );
}

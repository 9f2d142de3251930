// Renting from the command line: prices and free phones here, the card in the browser, because no card number belongs into a
// terminal.
import { CommandError, instantsInWords, type Terminal, usd } from '@pocketfleet/command-line';
import { findRentalPeriod, type RentalPeriod, rentalCostCents, rentalPeriods } from '@pocketfleet/rules';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { works } from '../command.ts';
import { findPhone } from '../find-phone.ts';

const periodNames = rentalPeriods.map(({ value }) => value).join(', ');
/** Help shows the default in the words that are typed. */
const periodOption = (): Option =>
  new Option('-p, --period <period>', periodNames)
    .argParser(rentalPeriod)
    .default(rentalPeriod('week'), 'week');

export function addRenting(program: Command, terminal: Terminal): void {
  works<{ phones: number; period: RentalPeriod; yes?: boolean }>(
    program
      .command('rent')
      .description('what phones cost from now on, and the page on which they are paid')
      .option('-n, --phones <number>', 'how many', phoneCount, 1)
      .addOption(periodOption())
      .option('-y, --yes', 'do not ask'),
    terminal,
    async ({ out, account }, { phones, period, yes }) => {
      const { url, call } = account();
      const amount = rentalCostCents(phones, period);
      const free = await call('validateAvailability', {
        body: {
          phone_count: phones,
          start_date: new Date().toISOString(),
          period: period.apiPeriodType,
          number_of_periods: period.periods,
        },
      });
      if (!free.available) throw new CommandError('refused', free.message, { code: 'short_of_phones' });
      const question = `${phones === 1 ? '1 phone' : `${phones} phones`} for ${period.label}: ${usd(amount)}. Continue? (y/n)`;
      await confirm(terminal, question, yes === true || out.isJson);
      const query = new URLSearchParams({ phones: String(phones), period: period.value, start: 'now' });
      const pay_at = `${url}/rent?${query}`;
      out.done(
        { phones, period: period.value, amount, currency: 'usd', pay_at },
        `Pay in the browser: ${pay_at}`,
      );
    },
  );
  works<{ period: RentalPeriod; yes?: boolean }>(
    program
      .command('extend')
      .argument('<phone>')
      .description('keep a phone longer: the price, and the page on which it is paid')
      .addOption(periodOption())
      .option('-y, --yes', 'do not ask'),
    terminal,
    async ({ out, account }, { period, yes }, [name = '']) => {
      const { url, call } = account();
      const phone = await findPhone(account(), name);
      const quote = await call('quoteExtension', {
        params: { id: phone.assignment_id },
        body: { period: period.apiPeriodType, number_of_periods: period.periods },
      });
      if (!quote.is_possible) throw new CommandError('refused', quote.message, { code: 'booked_next' });
      const until = instantsInWords(quote.new_expires_at);
      const question = `${phone.tag} until ${until}: ${usd(quote.amount)}. Continue? (y/n)`;
      await confirm(terminal, question, yes === true || out.isJson);
      const query = new URLSearchParams({ extend: phone.assignment_id, period: period.value });
      const pay_at = `${url}/rent/payment?${query}`;
      out.done({ ...quote, pay_at }, `Pay in the browser: ${pay_at}`);
    },
  );
  works<{ yes?: boolean }>(
    program
      .command('hand-back')
      .argument('<phone>')
      .description('end a rental now, without a refund: everything on the phone is erased')
      .option('-y, --yes', 'do not ask'),
    terminal,
    async ({ out, account }, { yes }, [name = '']) => {
      const phone = await findPhone(account(), name);
      const question = `Return ${phone.tag} now? Unused time isn't refunded, and everything on the phone is erased. (y/n)`;
      // Not even --json goes on without --yes: nothing brings the phone back.
      await confirm(terminal, question, yes === true);
      const answer = await account().call('handBack', { params: { id: phone.assignment_id } });
      out.done({ ...answer, phone: phone.tag }, `You've returned ${phone.tag}.`);
    },
  );
}

async function confirm(terminal: Terminal, question: string, isGiven: boolean): Promise<void> {
  if (isGiven) return;
  const answer = await terminal.ask(question);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError('usage', 'Cancelled: nothing was changed.');
}

function rentalPeriod(text: string): RentalPeriod {
  const period = findRentalPeriod(text);
  if (period === undefined) throw new InvalidArgumentError(`It must be one of ${periodNames}.`);
  return period;
}

function phoneCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 50)
    throw new InvalidArgumentError('It must be 1 to 50.');
  return count;
}

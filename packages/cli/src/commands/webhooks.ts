// `pocketfleet webhooks …`: the webhooks of the workspace, and hearing its events on this computer.
import { CommandError, oneLine, type Terminal } from '@pocketfleet/command-line';
import { type Webhook, type WebhookEvent, webhookEvents } from '@pocketfleet/contract';
import { type Command, Option } from 'commander';
import type { Account } from '../account.ts';
import { works } from '../command.ts';
import { listen } from '../listen.ts';

export function addWebhooks(program: Command, terminal: Terminal): void {
  const group = program.command('webhooks').description('what your server is told about your rentals');
  works(group.command('list').description('your webhooks'), terminal, async ({ out, account }) => {
    const { webhooks } = await account().call('listWebhooks');
    if (webhooks.length === 0 && !out.isJson)
      return out.print('There are no webhooks: pocketfleet webhooks add');
    out.rows({ rows: webhooks }, [
      ['ID', ({ id }) => id, 'whole'],
      ['ADDRESS', ({ url }) => url],
      ['STATE', ({ state, failing_since }) => (state === 'on' && failing_since ? 'failing' : state)],
      ['EVENTS', ({ events }) => events.join(',')],
    ]);
  });

  works<{ event: WebhookEvent[] }>(
    group
      .command('add')
      .argument('<address>', 'a public https address of your server')
      .addOption(
        new Option('--event <types...>', 'the events to send').choices(webhookEvents).makeOptionMandatory(),
      )
      .description('add a webhook and print its secret, this once'),
    terminal,
    async ({ out, account }, { event }, [url = '']) => {
      const made = await account().call('makeWebhook', { body: { url, events: event } });
      out.done(made, `Added ${made.url} (${made.id}).`, `Secret, shown only now: ${made.secret}`);
    },
  );

  works(
    one(group, 'remove', 'delete a webhook with its deliveries'),
    terminal,
    async ({ out, account }, _options, [id]) => {
      const { url, ...webhook } = await find(account(), id);
      const answer = await account().call('deleteWebhook', { params: { id: webhook.id } });
      out.done(answer, `Deleted ${url}.`);
    },
  );

  works(
    one(group, 'rotate', 'give a webhook a new secret; the old one signs too for 24 hours'),
    terminal,
    async ({ out, account }, _options, [id]) => {
      const { id: found } = await find(account(), id);
      const made = await account().call('rotateWebhook', { params: { id: found } });
      out.done(made, `Secret, shown only now: ${made.secret}`);
    },
  );

  for (const [verb, is_on] of [
    ['on', true],
    ['off', false],
  ] as const) {
    works(
      one(group, verb, `switch a webhook ${verb}`),
      terminal,
      async ({ out, account }, _options, [id]) => {
        const { id: found } = await find(account(), id);
        const changed = await account().call('changeWebhook', { params: { id: found }, body: { is_on } });
        out.done(changed, `${changed.url} is ${verb}.`);
      },
    );
  }

  works<{ event: WebhookEvent }>(
    one(group, 'test', 'send an example event').addOption(
      new Option('--event <type>', 'which one').choices(webhookEvents).default('rental.started'),
    ),
    terminal,
    async ({ out, account }, { event }, [id]) => {
      const { id: found, url } = await find(account(), id);
      const sent = await account().call('testWebhook', { params: { id: found }, body: { type: event } });
      out.done(sent, `Sent ${event} to ${url}: see pocketfleet webhooks deliveries ${found}`);
    },
  );

  works(
    one(group, 'deliveries', 'what was sent last, and what was answered'),
    terminal,
    async ({ out, account }, _options, [id]) => {
      const { id: found } = await find(account(), id);
      const { deliveries } = await account().call('listDeliveries', { params: { id: found }, query: {} });
      if (deliveries.length === 0 && !out.isJson) return out.print('Nothing was sent there yet.');
      out.rows({ rows: deliveries }, [
        ['ID', (each) => each.id, 'whole'],
        ['EVENT', ({ type }) => type],
        ['AT', ({ created_at }) => created_at],
        ['STATE', ({ state }) => state],
        ['ANSWER', ({ attempts: [last] }) => last && (last.status ?? last.error)],
      ]);
    },
  );

  works(
    group
      .command('resend')
      .argument('<webhook>', 'its id or address')
      .argument('<delivery>', 'the id of a delivery')
      .description('send a delivery again'),
    terminal,
    async ({ out, account }, _options, [id, delivery_id = '']) => {
      const { id: found } = await find(account(), id);
      const answer = await account().call('resendDelivery', { params: { id: found, delivery_id } });
      out.done(answer, 'It is on its way again.');
    },
  );

  works<{ forwardTo?: string; event?: WebhookEvent[] }>(
    group
      .command('listen')
      .option('--forward-to <address>', 'post each event to this address of your computer, signed')
      .addOption(new Option('--event <types...>', 'only these events').choices(webhookEvents))
      .description('print the events of your phones as they happen, until Ctrl-C'),
    terminal,
    async ({ out, account }, { forwardTo, event }) => {
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
      await listen(account(), {
        out,
        note: (text) => terminal.writeError(`${oneLine(text)}\n`),
        forwardTo: forwardTo === undefined ? undefined : localAddress(forwardTo),
        events: event,
        signal: stop.signal,
      });
    },
  );
}

function one(group: Command, verb: string, description: string): Command {
  return group.command(verb).argument('<webhook>', 'its id or address').description(description);
}

/** Throws not_found, and a usage error for an address that several have. */
async function find(account: Account, name = ''): Promise<Webhook> {
  const { webhooks } = await account.call('listWebhooks');
  const found = webhooks.filter(({ id, url }) => id === name || url === name);
  const [first, second] = found;
  if (first === undefined) throw new CommandError('not_found', `There is no webhook "${name}".`);
  if (second !== undefined)
    throw new CommandError('usage', `Several webhooks have this address: give an id.`);
  return first;
}

/** "3000", "localhost:3000/hook" or a whole address. */
function localAddress(text: string): string {
  const whole = /^\d+$/.test(text)
    ? `http://localhost:${text}`
    : /^https?:\/\//.test(text)
      ? text
      : `http://${text}`;
  const url = URL.parse(whole);
  if (url === null)
    throw new CommandError('usage', `"${text}" is not an address, such as localhost:3000/hook`);
  return url.href;
}

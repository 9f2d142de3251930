// Commands for hosts, phones, assignments, cleaning and alarms.

import type { Column, Terminal } from '@pocketfleet/command-line';
import { CommandError } from '@pocketfleet/command-line';
import { type PhoneRow, operatorRoutes as routes } from '@pocketfleet/contract';
import type { Command } from 'commander';
import { type Context, lists, type PageOptions, pageQuery, withReason, works } from '../context.ts';
import { findAssignmentId, findHost, findPhone } from '../find.ts';

type Reason = { reason: string };

const phoneColumns: readonly Column<PhoneRow>[] = [
  ['TAG', (row) => row.tag],
  ['LABEL', (row) => row.label],
  ['MODEL', (row) => row.model],
  ['HOST', (row) => row.host_name],
  ['STATE', (row) => row.state],
  ['SEEN', (row) => row.connection_state],
  ['BATTERY', (row) => (row.battery_level === null ? null : `${row.battery_level}%`)],
  ['TENANT', (row) => row.tenant?.username ?? row.next_tenant?.username],
  ['UNTIL', (row) => row.tenant?.expires_at],
];

export function addHosts(program: Command, terminal: Terminal): void {
  const hosts = program.command('hosts').description('computers with phones');
  works<PageOptions & { state?: 'online' | 'offline' | 'revoked' }>(
    lists(hosts.command('list')).option('--state <state>', 'online, offline or revoked'),
    terminal,
    async ({ out, api }, { state, ...options }) => {
      const query = { ...pageQuery(options), ...(state === undefined ? {} : { state }) };
      out.rows(await api().call(routes.listHosts, { query }), [
        ['NAME', (row) => row.name],
        ['SEEN', (row) => (row.revoked_at === null ? row.connection_state : 'revoked')],
        ['PHONES', (row) => `${row.online_phone_count}/${row.phone_count}`],
        ['AGENT', (row) => `${row.agent_version} ${row.agent_version_state}`],
        ['KEY', (row) => row.key_fingerprint],
        ['ALARMS', (row) => row.open_alarm_count],
      ]);
    },
  );
  works<Reason>(
    withReason(hosts.command('enrolment-code').description('a code with which one host can join')),
    terminal,
    async ({ out, api }, { reason }) => {
      const issued = await api().call(routes.createEnrolmentCode, { body: { reason } });
      out.done(issued, `On the host, until ${issued.expires_at}:`, `  ${issued.join_command}`);
    },
  );
  for (const [name, route, sentence] of [
    ['rotate-key', routes.rotateHostKey, 'is asked for a new key'],
    ['revoke', routes.revokeHost, 'is revoked'],
  ] as const) {
    works<Reason>(
      withReason(hosts.command(name).argument('<host>', 'its name or id').description(route.summary)),
      terminal,
      async ({ out, api }, { reason }, [name = '']) => {
        const { id } = await findHost(api(), name);
        out.done(await api().call(route, { params: { id }, body: { reason } }), `Host ${name} ${sentence}.`);
      },
    );
  }
}

type PhoneFilters = PageOptions & {
  host?: string;
  state?: PhoneRow['state'];
  connection?: PhoneRow['connection_state'];
  tenant?: 'none' | 'running' | 'scheduled';
};

export function addPhones(program: Command, terminal: Terminal): void {
  const phones = program.command('phones').description('the fleet');
  works<PhoneFilters>(
    lists(phones.command('list'))
      .option('--host <host>', 'on this host')
      .option('--state <state>', 'ready, cleaning, quarantined or retired')
      .option('--connection <state>', 'online or offline')
      .option('--tenant <who>', 'none, running or scheduled'),
    terminal,
    async ({ out, api }, { host, state, connection, tenant, ...options }) => {
      const host_id = host === undefined ? undefined : (await findHost(api(), host)).id;
      const query = { ...pageQuery(options), host_id, state, connection, tenant };
      out.rows(await api().call(routes.listPhones, { query }), phoneColumns);
    },
  );
  works(
    phones.command('show').argument('<phone>', 'its tag, serial or id'),
    terminal,
    async ({ out, api }, _, [name = '']) => {
      const { id } = await findPhone(api(), name);
      const phone = await api().call(routes.getPhone, { params: { id } });
      if (out.isJson) return out.done(phone, '');
      out.rows({ rows: [phone] }, phoneColumns);
      out.rows({ rows: phone.assignments }, [
        ['FROM', (row) => row.starts_at],
        ['TO', (row) => row.ended_at ?? row.expires_at],
        ['TENANT', (row) => row.username],
        ['STATE', (row) => row.state],
      ]);
    },
  );
  works<Reason & { to: string; until?: string; from?: string }>(
    withReason(
      phones
        .command('assign')
        .argument('<phone>')
        .description(routes.assignPhone.summary)
        .requiredOption('--to <username>')
        .option('--until <instant>', 'ISO 8601; left out: until somebody ends it')
        .option('--from <instant>', 'ISO 8601; left out: now'),
    ),
    terminal,
    async ({ out, api }, { to, until, from, reason }, [name = '']) => {
      const { id } = await findPhone(api(), name);
      const body = {
        username: to,
        expires_at: until ?? null,
        reason,
        ...(from === undefined ? {} : { starts_at: from }),
      };
      const answer = await api().call(routes.assignPhone, { params: { id }, body });
      out.done(answer, `Phone ${answer.phone.tag} is assigned to ${to}.`);
    },
  );
  works<Reason>(
    withReason(
      phones
        .command('revoke')
        .argument('<phone>', 'or an assignment’s id')
        .description(routes.revokeAssignment.summary),
    ),
    terminal,
    async ({ out, api }, { reason }, [name = '']) => {
      const id = await findAssignmentId(api(), name);
      const answer = await api().call(routes.revokeAssignment, { params: { id }, body: { reason } });
      out.done(answer, answer.message);
    },
  );
  works<Reason & { with?: string; tell?: string }>(
    withReason(
      phones
        .command('swap')
        .argument('<phone>', 'or an assignment’s id')
        .description(routes.swapAssignment.summary)
        .option('--with <phone>', 'left out: the best free one')
        .option('--tell <text>', 'why, for the customer'),
    ),
    terminal,
    async ({ out, api }, { with: other, tell = '', reason }, [name = '']) => {
      const id = await findAssignmentId(api(), name);
      const device_id = other === undefined ? undefined : (await findPhone(api(), other)).id;
      const body = { reason, customer_note: tell, ...(device_id === undefined ? {} : { device_id }) };
      const answer = await api().call(routes.swapAssignment, { params: { id }, body });
      out.done(answer, `The tenant now has phone ${answer.phone.tag}.`);
    },
  );
  works<Reason & { tag?: string; label?: string }>(
    withReason(phones.command('label').argument('<phone>').option('--tag <tag>').option('--label <label>')),
    terminal,
    async ({ out, api }, { tag, label, reason }, [name = '']) => {
      const { id } = await findPhone(api(), name);
      const body = {
        reason,
        ...(tag === undefined ? {} : { tag }),
        ...(label === undefined ? {} : { label }),
      };
      const phone = await api().call(routes.labelPhone, { params: { id }, body });
      out.done(phone, `Phone ${phone.tag} is labelled "${phone.label}".`);
    },
  );
  works<Reason & { to: string }>(
    withReason(
      phones
        .command('move')
        .argument('<phone>')
        .description(routes.movePhone.summary)
        .requiredOption('--to <host>', 'a host that reports it'),
    ),
    terminal,
    async ({ out, api }, { to, reason }, [name = '']) => {
      const { id } = await findPhone(api(), name);
      const host_id = (await findHost(api(), to)).id;
      const phone = await api().call(routes.movePhone, { params: { id }, body: { host_id, reason } });
      out.done(phone, `Phone ${phone.tag} is on host ${phone.host_name}.`);
    },
  );
  addMaintenance(phones, terminal);
}

function addMaintenance(phones: Command, terminal: Terminal): void {
  for (const [name, route, sentence] of [
    ['quarantine', routes.quarantinePhone, 'is set aside'],
    ['reboot', routes.rebootPhone, 'restarts'],
  ] as const) {
    works<Reason>(
      withReason(phones.command(name).argument('<phone>').description(route.summary)),
      terminal,
      async ({ out, api, terminal: { progress } }, { reason }, [name = '']) => {
        const { id } = await findPhone(api(), name);
        const shown = progress(`Phone ${name}`);
        const phone = await api()
          .call(route, { params: { id }, body: { reason } })
          .finally(() => shown.end(`Phone ${name}`));
        out.done(phone, `Phone ${phone.tag} ${sentence}.`);
      },
    );
  }
  for (const [name, route] of [
    ['clean', routes.cleanPhone],
    ['release', routes.releasePhone],
  ] as const) {
    const command = phones.command(name).argument('<phone>').description(route.summary);
    if (name === 'release') command.option('--is-reset', 'it was reset to factory settings');
    works<Reason & { wait?: boolean; isReset?: boolean }>(
      withReason(command).option('--wait', 'until it is proven clean, or not'),
      terminal,
      async (context, { reason, wait, isReset }, [name = '']) => {
        const { id } = await findPhone(context.api(), name);
        const body = { reason, ...(isReset === true ? { is_reset: true } : {}) };
        let phone = await context.api().call(route, { params: { id }, body });
        if (wait === true) phone = await waitUntilClean(context, id);
        context.out.done(phone, `Phone ${phone.tag} is ${phone.state}.`);
      },
    );
  }
}

const waitAtMostMs = 20 * 60_000;
const lookEveryMs = 2_000;

/** Throws "refused" when the phone was quarantined instead. */
async function waitUntilClean({ api, terminal }: Context, id: string): Promise<PhoneRow> {
  const shown = terminal.progress('Cleaning');
  const startedMs = performance.now();
  for (;;) {
    const phone = await api().call(routes.getPhone, { params: { id } });
    if (phone.state === 'ready') {
      shown.end('Proven clean');
      return phone;
    }
    const waitedMs = performance.now() - startedMs;
    if (phone.state !== 'cleaning' || waitedMs > waitAtMostMs) {
      shown.end('Not clean');
      throw new CommandError(
        'refused',
        `Phone ${phone.tag} is ${phone.state}: ${phone.state_reason || 'it took too long'}`,
      );
    }
    const { rows } = await api().call(routes.listCleanings, { query: { device_id: id, per_page: 1 } });
    shown.say(`Cleaning, ${Math.round(waitedMs / 1000)} s, attempt ${(rows[0]?.attempts ?? 0) + 1}`);
    await new Promise((done) => setTimeout(done, lookEveryMs));
  }
}

export function addQueues(program: Command, terminal: Terminal): void {
  const alarms = program.command('alarms').description('what is wrong with hosts, phones and money');
  works<PageOptions & { state?: 'open' | 'ended' }>(
    lists(alarms.command('list')).option('--state <state>', 'open or ended'),
    terminal,
    async ({ out, api }, { state, ...options }) => {
      const { q: _, ...page } = pageQuery(options);
      out.rows(await api().call(routes.listAlarms, { query: { ...page, state } }), [
        ['ID', (row) => row.id, 'whole'],
        ['KIND', (row) => row.kind],
        ['HOST', (row) => row.host_name],
        ['PHONE', (row) => row.tag],
        ['SINCE', (row) => row.began_at],
        ['UNTIL', (row) => row.ended_at],
        ['WHAT', (row) => row.detail],
      ]);
    },
  );
  works<Reason>(
    withReason(alarms.command('acknowledge').argument('<id>').description('show that you handle it')),
    terminal,
    async ({ out, api }, { reason }, [id = '']) => {
      const answer = await api().call(routes.acknowledgeAlarm, { params: { id }, body: { reason } });
      out.done(answer, 'Acknowledged.');
    },
  );
  works<PageOptions & { state?: 'queued' | 'running' | 'proven' | 'failed' }>(
    lists(program.command('cleanings').description('the cleaning queue with its proof')).option(
      '--state <state>',
    ),
    terminal,
    async ({ out, api }, { state, ...options }) => {
      out.rows(await api().call(routes.listCleanings, { query: { ...pageQuery(options), state } }), [
        ['PHONE', (row) => row.tag],
        ['STATE', (row) => row.state],
        ['WHY', (row) => row.reason],
        ['ATTEMPTS', (row) => row.attempts],
        ['CHECKS', (row) => `${row.evidence.filter((check) => check.ok).length}/${row.evidence.length}`],
        ['DETAIL', (row) => row.detail],
      ]);
    },
  );
}

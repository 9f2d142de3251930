// Hosts whose phones come and go, through the messages of their agents.
import { type Db, sql } from '../../apps/api/src/platform/database.ts';
import { hashSecret } from '../../apps/api/src/platform/secrets.ts';
import { connectAgent, newKey, phoneReport, type TestAgent } from '../../apps/api/test/test-agent.ts';

export type Fleet = {
  readonly changesEachSecond: number;
  /** Connects all hosts, which report all their phones. */
  link(agents: string): Promise<void>;
  stop(): void;
};

/** Each phone reports a change every 20 s: battery, temperature or storage. */
const eachPhoneS = 20;

/** Phones get their hosts before anything runs, so no move has to be allowed and they stay proven. */
export async function withoutMoves(db: Db, change: 'disable' | 'enable'): Promise<void> {
  await sql`alter table devices ${sql.raw(change)} trigger devices_move`.execute(db);
}

/** Divides the phones of a stocked database among this number of hosts, each with its own key. */
export async function connectHosts(db: Db, size: { phones: number; hosts: number }): Promise<Fleet> {
  const each = size.phones / size.hosts;
  await withoutMoves(db, 'disable');
  const made = await Promise.all(
    Array.from({ length: size.hosts }, async (_, index) => {
      const { privateKey, public_key } = newKey();
      const added = await sql<{ id: string }>`
        insert into hosts (name, public_key) values (${`host-${index}`}, decode(${public_key}, 'base64'))
        returning id`.execute(db);
      const hostId = added.rows[0]?.id ?? '';
      const serials = Array.from({ length: each }, (_unused, at) => String(index * each + at + 1));
      await sql`update devices set host_id = ${hostId}
                where serial = any(${serials.map((serial) => `S${serial}`)})`.execute(db);
      return { hostId, privateKey, serials };
    }),
  );
  await withoutMoves(db, 'enable');
  const agents: TestAgent[] = [];
  const timers: NodeJS.Timeout[] = [];
  const report = (number: string, level: number) => ({
    ...phoneReport(`S${number}`),
    identity: hashSecret(number).toString('hex'),
    battery_level: level,
  });
  return {
    changesEachSecond: size.phones / eachPhoneS,
    async link(address) {
      for (const host of made) {
        const agent = await connectAgent(address, host);
        agents.push(agent);
        agent.send({
          type: 'devices',
          full: true,
          devices: host.serials.map((serial) => report(serial, 80)),
        });
        let turn = 0;
        const batch = Math.max(1, Math.round(each / eachPhoneS));
        const sendReports = (): void => {
          const from = (turn * batch) % each;
          turn += 1;
          const devices = host.serials
            .slice(from, from + batch)
            .map((serial) => report(serial, 20 + (turn % 80)));
          agent.send({ type: 'devices', full: false, devices });
        };
        timers.push(setInterval(sendReports, 1_000));
      }
    },
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      for (const agent of agents) agent.close();
    },
  };
}

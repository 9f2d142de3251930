// Customers with an open tab who read their phones, orders, availability and profile.
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Db, sql } from '../../apps/api/src/platform/database.ts';
import { createSecret, hashSecret } from '../../apps/api/src/platform/secrets.ts';

export type Asked = { timesMs: number[]; failures: string[] };
export type Customers = {
  /** Resets the counts. */
  forget(): void;
  /** The results since the last reset. */
  answers(): number;
  openSockets(): number;
  stop(): Promise<Asked>;
};

type Call = { method: 'GET' | 'POST'; path: string; body?: object };

const answerWithinMs = 30_000;
const dayMs = 86_400_000;

/** The first `count` customers of the database, started one after the other; each makes a call every `pauseMs`. */
export async function openCustomers(
  db: Db,
  site: string,
  { count, pauseMs }: { count: number; pauseMs: number },
): Promise<Customers> {
  const asked: Asked = { timesMs: [], failures: [] };
  const keepAlive = new Agent({ keepAlive: true, maxSockets: count });
  const sockets: WebSocket[] = [];
  let isStopped = false;
  const users = (
    await sql<{ id: string }>`select id from users order by username limit ${count}`.execute(db)
  ).rows.map(({ id }) => ({ id, token: createSecret() }));
  const rows = users.map(({ id, token }) => ({ user_id: id, token_hash: hashSecret(token).toString('hex') }));
  await sql`insert into credentials (user_id, token_hash, expires_at)
            select user_id, decode(token_hash, 'hex'), app_now() + interval '7 days'
            from json_to_recordset(${JSON.stringify(rows)}::json) as x(user_id uuid, token_hash text)`.execute(
    db,
  );

  const ask = async (index: number, call: Call): Promise<string> => {
    const startedMs = performance.now();
    const { status, text } = await send(keepAlive, site, users[index]?.token ?? '', index, call).catch(
      (error: Error) => ({ status: 0, text: error.message }),
    );
    asked.timesMs.push(performance.now() - startedMs);
    if (status !== 200) asked.failures.push(`${call.path}: ${status} ${text.slice(0, 120)}`);
    return text;
  };
  const live = async (index: number): Promise<void> => {
    // Not all at the same moment: they start within two pauses, and a refused customer tries again.
    await wait((2 * pauseMs * index) / count);
    let ticket: string | undefined;
    while (ticket === undefined && !isStopped) {
      ticket = readTicket(await ask(index, { method: 'POST', path: '/api/events/ticket' }));
      if (ticket === undefined) await wait(pauseMs);
    }
    if (ticket === undefined) return;
    const origin = `http://localhost:${site.split(':')[1]}`;
    const socket = new WebSocket(`ws://${site}/ws/events`, ['pocketfleet', ticket], {
      origin,
      headers: { 'x-forwarded-for': addressOf(index) },
    });
    socket.on('error', () => undefined);
    sockets.push(socket);
    for (let turn = index; !isStopped; turn += 1) {
      const call = calls[turn % calls.length];
      if (call !== undefined) await ask(index, call(turn));
      await wait(pauseMs);
    }
  };
  const work = users.map((_, index) =>
    live(index).catch((error: Error) => void asked.failures.push(error.message)),
  );
  return {
    forget: () => {
      asked.timesMs.length = 0;
      asked.failures.length = 0;
    },
    answers: () => asked.timesMs.length,
    openSockets: () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length,
    stop: async () => {
      isStopped = true;
      const counted = { timesMs: [...asked.timesMs], failures: [...asked.failures] };
      await Promise.all(work);
      for (const socket of sockets) socket.terminate();
      keepAlive.destroy();
      return counted;
    },
  };
}

/** Undefined if the call was refused or got no response. */
function readTicket(answer: string): string | undefined {
  return /"ticket":"([^"]+)"/.exec(answer)?.[1];
}

const calls: ((turn: number) => Call)[] = [
  () => ({ method: 'GET', path: '/api/phones' }),
  () => ({ method: 'GET', path: '/api/phone-assignments' }),
  (turn) => ({
    method: 'POST',
    path: '/api/orders/validate-phone-availability',
    body: {
      phone_count: 1 + (turn % 5),
      start_date: new Date(Date.now() + (2 + (turn % 7)) * dayMs).toISOString(),
      period: 'day',
      number_of_periods: 1,
    },
  }),
  () => ({ method: 'GET', path: '/api/orders' }),
  () => ({ method: 'GET', path: '/api/auth/me' }),
];

const addressOf = (index: number): string => `10.${Math.floor(index / 250)}.${index % 250}.1`;

function send(agent: Agent, site: string, token: string, index: number, { method, path, body }: Call) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(`http://${site}${path}`, {
      agent,
      method,
      timeout: answerWithinMs,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': addressOf(index),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.once('error', reject);
    sent.once('response', (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        answer += piece;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: answer }));
      response.once('error', reject);
    });
    sent.end(text);
  });
}

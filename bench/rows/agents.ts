import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { screenReading } from '@pocketfleet/contract';
import { connectByAdb } from '../../e2e/phone-by-adb.ts';
import { listPhonesOfDemo, tokenOfDemo } from '../../e2e/sign-in.ts';
import { readVirtualPhones } from '../../e2e/virtual-phones.ts';
import { percentile } from '../percentile.ts';
import type { Figure, Row } from '../row.ts';
import { getRunningProduct } from '../running-product.ts';

const rounds = 60;
/** Each may call 600 times a minute. */
const programs = 20;
const callsOfEach = 50;
const app = 'com.android.signin';

/** From the call of an agent to its answer, over `/mcp` with the official client; beside it a bare tap over adb. */
export const agentsRow: Row = {
  name: 'agents',
  aim: 'a tap with what it changed within 250 ms at p50 on a screen that settles at once',
  async measure() {
    const { site, dataDir } = await getRunningProduct();
    const token = await tokenOfDemo(site);
    const [first] = (await listPhonesOfDemo(site)).toSorted((a, b) => a.tag.localeCompare(b.tag));
    const virtual = readVirtualPhones(dataDir).find(({ tag }) => tag === first?.tag);
    if (first === undefined || virtual === undefined) throw new Error('the demo customer has no phone');
    const phone = await connectByAdb(virtual);
    const keys: string[] = [];
    const clients: Client[] = [];
    try {
      for (let n = 0; n < programs; n++)
        clients.push(await connect(site, await makeKey(site, token, keys, n)));
      const [client] = clients;
      if (client === undefined) throw new Error('no program is connected');
      const call = async (name: string, args: object) => {
        const startedMs = performance.now();
        const answer = await client.callTool({ name, arguments: { phone: first.tag, ...args } });
        const ms = performance.now() - startedMs;
        if (answer.isError === true) throw new Error(`${name}: ${JSON.stringify(answer.content)}`);
        return { ms, text: JSON.stringify(answer.content) };
      };
      const timed = async (name: string, args: object): Promise<number> => (await call(name, args)).ms;
      await timed('app', { do: 'open', app });
      await timed('wait_for', { app, idle: true });
      const eye = await placeOf(site, token, first.id, 'eye');
      const [taps, reads, bare]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < rounds; round++) {
        // The button's text becomes another one, which the answer has to say.
        const tapped = await call('tap', eye);
        if (!/(Show|Hide) password/.test(tapped.text)) throw new Error(`no change: ${tapped.text}`);
        taps.push(tapped.ms);
        reads.push(await timed('screen_read', {}));
        const startedMs = performance.now();
        await phone.shell('input tap 300 200');
        bare.push(performance.now() - startedMs);
      }
      const startedMs = performance.now();
      await Promise.all(
        clients.map(async (each) => {
          for (let n = 0; n < callsOfEach; n++) await each.callTool({ name: 'phones_list', arguments: {} });
        }),
      );
      const perSecond = (programs * callsOfEach * 1_000) / (performance.now() - startedMs);
      return {
        figures: [
          ...times('tap with what it changed', taps),
          ...times('screen_read', reads),
          { what: `calls a second of ${programs} programs (phones_list)`, value: perSecond, unit: 'count' },
        ],
        baseline: times('bare tap over adb', bare),
        note: 'Virtual phones: on a real one the phone’s own time comes on top. All on one machine.',
      };
    } finally {
      for (const client of clients) await client.close();
      for (const id of keys)
        await fetch(`${site}/api/keys/${id}`, { method: 'DELETE', headers: bearer(token) });
      await phone.stop();
    }
  },
};

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

async function makeKey(site: string, token: string, keys: string[], n: number): Promise<string> {
  const response = await fetch(`${site}/api/keys`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `bench ${Date.now()} ${n}`,
      permissions: ['watch', 'control', 'screen'],
      phones: 'all',
    }),
  });
  const { id, key } = (await response.json()) as { id: string; key: string };
  keys.push(id);
  return key;
}

async function connect(site: string, key: string): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const options = { requestInit: { headers: bearer(key) } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${site}/mcp`), options));
  return client;
}

/** The middle of a control, by what its app calls it. */
async function placeOf(
  site: string,
  token: string,
  phone: string,
  name: string,
): Promise<{ x: number; y: number }> {
  const response = await fetch(`${site}/api/devices/${phone}/screen`, { headers: bearer(token) });
  const { nodes } = screenReading.parse(await response.json());
  const found = nodes.find(({ id }) => id === name);
  if (found === undefined) throw new Error(`no ${name} on the screen`);
  const { x, y, width, height } = found.rect;
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

function times(what: string, values: readonly number[]): Figure[] {
  return [
    { what: `${what}, p50`, value: percentile(values, 0.5), unit: 'ms' },
    { what: `${what}, p95`, value: percentile(values, 0.95), unit: 'ms' },
  ];
}

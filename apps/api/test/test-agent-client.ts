// An agent of a customer: the official client with a key of its own.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { commandLineClient } from '@pocketfleet/contract';
import type { RentedPhone } from './rented-phone.ts';
import { makeTestKey } from './test-keys.ts';

export type AgentAnswer = {
  content: { type: string; text?: string; data?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};
export type TestAgent = {
  /** Of its key or connection. */
  keyId: string;
  /** Its bearer token. */
  key: string;
  /** On the scene's phone, unless `args` names another. */
  call: (name: string, args?: object) => Promise<AgentAnswer>;
  /** Gives the phone back. */
  close: () => Promise<void>;
};

export async function connectTestAgent(scene: RentedPhone, permissions: string[]): Promise<TestAgent> {
  return connectWith(scene, await makeTestKey(scene.fleet.site, scene.token, { permissions }));
}

/** By a connection that the scene's person has agreed to, as our command line gets one. */
export async function connectTestProgram(scene: RentedPhone, permissions: string[]): Promise<TestAgent> {
  const { site, address } = scene.fleet;
  const post = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: commandLineClient, ...form });
    return (await fetch(`http://${address}/oauth/${path}`, { method: 'POST', body })).json();
  };
  const { device_code, user_code } = await post('device', { scope: permissions.join(' ') });
  const choice = { workspace_id: scene.userId, permissions, phones: 'all' };
  const approval = { token: scene.token, payload: { asked: { user_code }, ...choice } };
  const approved = await site.call('POST', '/api/oauth/consent/approve', approval);
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const { access_token } = await post('token', { grant_type, device_code });
  const { connections } = (await site.call('GET', '/api/connections', { token: scene.token })).body as {
    connections: { id: string }[];
  };
  return connectWith(scene, { id: connections[0]?.id ?? '', key: String(access_token) }, '/api/mcp');
}

async function connectWith(
  scene: RentedPhone,
  { id, key }: { id: string; key: string },
  path = '/mcp',
): Promise<TestAgent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${key}` };
  const url = new URL(`http://${scene.fleet.address}${path}`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return {
    keyId: id,
    key,
    call: (name, args = {}) => {
      const named = name === 'phones_list' ? args : { phone: scene.phone, ...args };
      return client.callTool({ name, arguments: { ...named } }) as unknown as Promise<AgentAnswer>;
    },
    close: async () => {
      await scene.fleet.site.call('POST', `/api/devices/${scene.phone}/seat/give`, { token: key });
      await client.close();
    },
  };
}

export const textOf = (answer: AgentAnswer): string => answer.content[0]?.text ?? '';

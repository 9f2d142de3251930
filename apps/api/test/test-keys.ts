import type { TestApp } from './test-app.ts';

export type MadeTestKey = { id: string; key: string };

/** Makes a key through the API; it may watch all phones unless said otherwise. */
export async function makeTestKey(
  site: TestApp,
  token: string,
  input: object = {},
  workspace?: string,
): Promise<MadeTestKey> {
  const answer = await site.call('POST', '/api/keys', {
    token,
    payload: { name: `key ${Math.random()}`, permissions: ['watch'], phones: 'all', ...input },
    ...(workspace && { workspace }),
  });
  if (answer.status !== 200) throw new Error(`no key was made: ${JSON.stringify(answer.body)}`);
  return answer.body as unknown as MadeTestKey;
}

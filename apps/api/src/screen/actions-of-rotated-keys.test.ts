// The name of an action outlasts a rotation of the key that asks for it, without a phone.
import type { ActionResult } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { authenticate } from '../access/access.ts';
import { actOnDevice, type ScreenDeps } from './screen.ts';

const { scene, site, made, rotate } = useTeamWithKeys({ leads: false });

test('an action that is repeated with the new key comes to the host as one of the same caller', async () => {
  const sent: (string | undefined)[] = [];
  const lines: ScreenDeps['lines'] = {
    ask: async (_place, request) => {
      if (request.type === 'action') sent.push(request.caller);
      return { id: 'one', result: { done: true } as ActionResult };
    },
    tellSeat: () => undefined,
  };
  const deps = { ...site.app.deps, lines };
  const action = { action: 'press', key: 'home', action_id: 'once' } as const;
  const act = async (secret: unknown) => {
    const asking = { secret: String(secret), workspaceId: undefined, address: '127.0.0.1' };
    const caller = await authenticate(site.app.deps, asking);
    await actOnDevice(deps, caller ?? expect.fail('the key lets nobody in'), scene.phone, action);
  };
  const first = await made({ permissions: ['watch', 'control', 'screen'] });
  const second = (await rotate(first.id)).body;
  await act(first.key);
  await act(second['key']);
  const third = (await rotate(String(second['id']))).body;
  await act(third['key']);
  expect(sent).toEqual([first.id, first.id, first.id]);
});

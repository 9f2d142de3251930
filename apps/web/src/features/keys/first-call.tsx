import { Banner, Button, Card, Spinner } from '@pocketfleet/ui';
import { formatClock } from '@pocketfleet/ui/format';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#language/agents';
import { useClient } from '../../api/api-provider.tsx';
import { useServerNow } from '../../live/live-events-provider.tsx';

const pollEveryMs = 2_000;
const waitForMs = 5 * 60_000;

/** A call is stored at most once in ten seconds, so one shortly before counts as well. */
const storedWithinMs = 10_000;

/** `since` by the server's clock, `startedMs` by this computer's. */
type Watch = { since: number; startedMs: number };

/** Waits until a connected program or a key calls a tool for agents, and says which. Other uses of a key don't count. */
export function FirstCall() {
  const [watch, setWatch] = useState<Watch | null>(null);
  const nowMs = useServerNow(10_000);
  const start = () => setWatch({ since: nowMs - storedWithinMs, startedMs: Date.now() });
  return (
    <Card title={texts.tryIt} lead={texts.tryItText}>
      {watch === null ? (
        <Button onClick={start}>{texts.startWaiting}</Button>
      ) : (
        <Waiting {...watch} onStop={() => setWatch(null)} />
      )}
    </Card>
  );
}

function Waiting({ since, startedMs, onStop }: Watch & { onStop(): void }) {
  const client = useClient();
  const asked = useQuery({
    queryKey: ['first-call', startedMs],
    queryFn: async ({ signal }) => {
      const [{ connections }, keys] = await Promise.all([
        client.call('listConnections', { signal }),
        // A person who may not see keys waits for connected programs only.
        client.call('listKeys', { signal }).then(
          (answer) => answer.keys,
          () => [],
        ),
      ]);
      const used = [
        ...connections.map(({ program, last_agent_call_at: at }) => ({ name: program, at })),
        ...keys.map(({ name, last_agent_call_at: at }) => ({ name, at })),
      ];
      const call = used.find(({ at }) => typeof at === 'string' && Date.parse(at) >= since);
      return { call, isOver: Date.now() - startedMs > waitForMs };
    },
    refetchInterval: ({ state }) =>
      state.data?.call !== undefined || state.data?.isOver === true ? false : pollEveryMs,
    gcTime: 0,
  });
  const { call, isOver = false } = asked.data ?? {};
  return (
    <div className="flex flex-col items-start gap-3" role="status">
      {call?.at ? (
        <Banner kind="success">{texts.arrived(call.name, formatClock(call.at))}</Banner>
      ) : isOver ? (
        <Banner kind="warning">{texts.nothingCame}</Banner>
      ) : (
        <p className="flex items-center gap-2 text-second">
          <Spinner size={16} /> {asked.isError ? texts.notAsked : texts.waiting}
        </p>
      )}
      <Button onClick={onStop}>{call || isOver ? texts.startWaiting : texts.stopWaiting}</Button>
    </div>
  );
}

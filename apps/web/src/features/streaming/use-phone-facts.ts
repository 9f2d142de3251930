import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { createStartStream } from '../../streams/start-stream.ts';
import { createFactsReader, factsCommand, type PhoneFacts } from './phone-facts.ts';
import { createLineReader } from './shell-lines.ts';
import { ShellLink } from './shell-link.ts';

const askMs = 3_000;
const answerTimeoutMs = 15_000;

/** The facts of the phone now, read in a shell of their own while `isOn`; null until the phone has answered. */
export function usePhoneFacts(deviceId: string, isOn: boolean): PhoneFacts | null {
  const client = useClient();
  const [facts, setFacts] = useState<PhoneFacts | null>(null);
  useEffect(() => {
    if (!isOn) return;
    let app: string | null = null;
    // A phone that answers slowly is not asked again meanwhile.
    let askedAtMs: number | null = null;
    const ask = () => {
      if (askedAtMs !== null && performance.now() - askedAtMs < answerTimeoutMs) return;
      if (link.type(factsCommand(app))) askedAtMs = performance.now();
    };
    const read = createFactsReader((next) => {
      askedAtMs = null;
      setFacts(next);
      const hasChanged = next.app !== app;
      app = next.app;
      // The processes of the app in front are asked for by its name.
      if (hasChanged && app !== null) ask();
    });
    const link = new ShellLink(createStartStream(client, deviceId, 'shell'), {
      onOutput: createLineReader(read),
      onState({ name }) {
        askedAtMs = null;
        if (name !== 'open') return;
        link.resize(1_000, 50);
        ask();
      },
    });
    link.start();
    const timer = setInterval(ask, askMs);
    return () => {
      clearInterval(timer);
      link.stop();
    };
  }, [client, deviceId, isOn]);
  return facts;
}

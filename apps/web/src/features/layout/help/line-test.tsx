import { Button, CopyButton, DescriptionList, StatusDot, toast } from '@pocketfleet/ui';
import { Gauge } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#language/help';
import { useClient } from '../../../api/api-provider.tsx';
import { type Grade, judgeLine, lineAsText } from './judge-line.ts';
import { type LineFigures, measureLine } from './measure-line.ts';

const dots = { good: 'online', fair: 'warning', poor: 'error' } as const satisfies Record<Grade, string>;

/** Measures the customer's line when asked, and says what the figures mean. */
export function LineTest() {
  const client = useClient();
  const [figures, setFigures] = useState<LineFigures | null>(null);
  const [isTesting, setTesting] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const test = async () => {
    const control = new AbortController();
    running.current = control;
    setTesting(true);
    try {
      setFigures(
        await measureLine(
          {
            getTicket: async () => (await client.call('eventsTicket', { signal: control.signal })).ticket,
            open: openLive,
            now: () => performance.now(),
            fetch: (address, options) => fetch(address, options),
          },
          control.signal,
        ),
      );
    } catch {
      // Cancelled: what was shown before stays.
    } finally {
      setTesting(false);
    }
  };
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Gauge />} isBusy={isTesting} onClick={test}>
          {isTesting ? texts.testing : figures ? texts.testAgain : texts.startLineTest}
        </Button>
        {isTesting ? (
          <Button kind="quiet" onClick={() => running.current?.abort()}>
            {texts.cancel}
          </Button>
        ) : null}
      </div>
      <div role="status">{figures && !isTesting ? <Result figures={figures} /> : null}</div>
    </div>
  );
}

function Result({ figures }: { figures: LineFigures }) {
  const { findings, advice } = judgeLine(figures);
  return (
    <>
      <DescriptionList
        layout="rows"
        className="mt-4 border-hairline border-y"
        items={findings.map(({ what, value, grade }) => [
          what,
          <StatusDot key={what} kind={dots[grade]}>
            {value}
          </StatusDot>,
        ])}
      />
      {advice.map((sentence) => (
        <p key={sentence} className="mt-3 text-second text-small">
          {sentence}
        </p>
      ))}
      <div className="mt-3">
        <CopyButton
          value={lineAsText(findings, navigator.userAgent)}
          label={texts.copyResult}
          onCopied={() => toast.success(texts.resultIsCopied)}
          onFailed={() => toast.error(texts.failedToCopy)}
        />
      </div>
    </>
  );
}

function openLive(protocols: string[]): WebSocket {
  const address = new URL('/ws/events', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  return new WebSocket(address, protocols);
}

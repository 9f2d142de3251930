// For test/stage-renders.browser.test.ts: counts how often React renders the phone's stage, and the figures beside it.
import type { Device } from '@pocketfleet/contract';
import { Profiler } from 'react';
import { useParams } from 'react-router';
import { useDevices } from '../features/devices/use-devices.ts';
import { ConnectionQuality } from '../features/streaming/connection-quality.tsx';
import { PhoneStage } from '../features/streaming/phone-stage.tsx';
import { SessionPageContext } from '../features/streaming/session-page-context.ts';
import { usePlayer } from '../features/streaming/use-player.ts';
import { useTransfers } from '../features/streaming/use-transfers.ts';
import { renderForCustomer } from './customer.fixture.tsx';

const renders = { stage: 0, figures: 0 };
Object.assign(window, { renders });
const count = (id: string) => {
  renders[id as keyof typeof renders] += 1;
};

function Page() {
  const { id = '' } = useParams();
  const device = useDevices().data?.devices.find((each) => each.id === id);
  return device ? <Session device={device} /> : null;
}

/** As the session page joins them (pages/stream-page.tsx). */
function Session({ device }: { device: Device }) {
  const live = usePlayer(device);
  const transfers = useTransfers(device.id);
  const page = { device, live, transfers, replacedNote: null, timeLeft: null, onExtend: () => undefined };
  return (
    <SessionPageContext value={page}>
      <div className="flex h-dvh flex-col">
        <Profiler id="figures" onRender={count}>
          <ConnectionQuality />
        </Profiler>
        <Profiler id="stage" onRender={count}>
          <PhoneStage beside={null} />
        </Profiler>
      </div>
    </SessionPageContext>
  );
}

renderForCustomer('/devices/:id/stream', <Page />);

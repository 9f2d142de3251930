import type { Device } from '@pocketfleet/contract';
import { Button, buttonClass } from '@pocketfleet/ui';
import { Play } from 'lucide-react';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router';
import * as texts from '#language/devices';
import { useCutOffState } from '../../live/live-events-provider.tsx';
import { paths } from '../../paths.ts';
import { statusOf } from './device-view.ts';
import { opensIn } from './opens-in.ts';
import { useStreamAhead } from './use-stream-ahead.ts';
import { useStreamGuard } from './use-stream-guard.ts';

/** The link to a phone's stream. While the phone can't be streamed, it is disabled and shows the reason. */
export function StreamLink({ device, now }: { device: Device; now: number }) {
  const navigate = useNavigate();
  const mayStream = useStreamGuard(() => navigate(paths.stream(device.id)));
  const ahead = useStreamAhead(device);
  const reasonId = useId();
  const status = statusOf(device);
  const isCutOff = useCutOffState() !== null;
  if (status === 'online' && !isCutOff) {
    return (
      <Link
        to={paths.stream(device.id)}
        aria-label={texts.streamTag(device.tag)}
        {...ahead}
        onClick={(event) => {
          if (!mayStream(device)) event.preventDefault();
        }}
        className={buttonClass('row', 'small')}
      >
        <Play />
        {texts.stream}
      </Link>
    );
  }
  const reason = status === 'offline' ? texts.phoneIsOffline : texts.noConnection;
  return (
    <>
      <span id={reasonId} className="text-small text-third max-[86rem]:sr-only">
        {status === 'scheduled' ? opensIn(Date.parse(device.starts_at), now) : reason}
      </span>
      <Button
        size="small"
        disabled
        aria-label={texts.streamTag(device.tag)}
        aria-describedby={reasonId}
        icon={<Play />}
      >
        {texts.stream}
      </Button>
    </>
  );
}

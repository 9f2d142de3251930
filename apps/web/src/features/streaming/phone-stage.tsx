import type { Device } from '@pocketfleet/contract';
import { PhoneBody, phoneFamily } from '@pocketfleet/ui';
import { useRef } from 'react';
import { paths } from '../../app/paths.ts';
import { useFittingScale } from './use-fitting-scale.ts';

/** The phone in its body, as large as the stage allows. */
export function PhoneStage({ device }: { device: Device }) {
  const stage = useRef<HTMLDivElement>(null);
  const scale = useFittingScale(stage);
  return (
    <div ref={stage} className="absolute inset-0 flex items-center justify-center overflow-hidden p-4">
      <PhoneBody family={phoneFamily(device.model)} scale={scale}>
        <iframe
          src={device.streaming_url ?? paths.frame(device.id)}
          title={`Live picture of ${device.tag}, ${device.model}`}
          allow="clipboard-read; clipboard-write; autoplay; fullscreen"
          className="block size-full border-0"
        />
      </PhoneBody>
    </div>
  );
}

import type { Device } from '@pocketfleet/contract';
import { Card, CopyButton, Segmented, Select, toast } from '@pocketfleet/ui';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/keys';

/** As many phones as have room beside each other. */
const besideMost = 3;
const tools = ['adb', 'Appium', 'scrcpy'] as const;

/** The lines that bring a phone to the customer's own adb, as they type them and as they are answered. */
export function ConnectAdb({ devices }: { devices: readonly Device[] }) {
  const [chosen, setChosen] = useState('');
  const phone = devices.find(({ tag }) => tag === chosen) ?? devices[0];
  if (phone === undefined) return null;
  const choice = {
    value: phone.tag,
    options: devices.map(({ tag }) => ({ value: tag, label: tag })),
  };
  const lines = [
    // From the site itself: no package registry has it.
    { command: `npm install --global ${location.origin}/programs/pocketfleet.tgz` },
    { command: `pocketfleet login --url ${location.origin}` },
    {
      command: `pocketfleet connect ${phone.tag}`,
      answer: `${phone.tag} is connected to adb as 127.0.0.1:40123`,
    },
    {
      command: 'adb devices -l',
      answer: `127.0.0.1:40123  device  model:${phone.model.replaceAll(' ', '_')}`,
    },
  ];
  return (
    <Card
      title={texts.connectAdb}
      lead={texts.connectAdbLead}
      aside={
        devices.length <= besideMost ? (
          <Segmented label={texts.adbPhone} {...choice} onChange={setChosen} isSmall />
        ) : (
          <Select
            aria-label={texts.adbPhone}
            {...choice}
            onChange={({ target }) => setChosen(target.value)}
          />
        )
      }
      footer={
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-second text-small">
          {tools.map((tool) => (
            <li key={tool} className="flex items-center gap-1.5">
              <CircleCheck size={14} aria-hidden="true" /> {tool}
            </li>
          ))}
          <li className="ml-auto">{texts.adbNeeds}</li>
        </ul>
      }
    >
      <div className="on-ink flex flex-col items-start gap-3 rounded-control bg-page p-4 text-main sm:flex-row">
        <pre className="w-full min-w-0 flex-1 whitespace-pre-wrap break-words font-mono text-small leading-7">
          {lines.map(({ command, answer }) => (
            <span key={command} className="block">
              <span className="text-online">$ </span>
              {command}
              {answer === undefined ? null : <span className="block text-second">{answer}</span>}
            </span>
          ))}
        </pre>
        <CopyButton
          value={lines.map(({ command }) => command).join('\n')}
          label={texts.adbCommands}
          onCopied={() => toast.success(texts.copied(texts.adbCommands))}
          onFailed={() => toast.error(texts.copyFailed)}
        />
      </div>
    </Card>
  );
}

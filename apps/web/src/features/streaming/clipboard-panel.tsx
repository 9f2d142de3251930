import { Banner, Button, copyText, toast } from '@pocketfleet/ui';
import { ClipboardCopy, ClipboardPaste, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { useSessionPage } from './session-page-context.ts';

/** Shows the text that was copied on the phone, and sends text to the phone's clipboard. */
export function ClipboardPanel() {
  const { live } = useSessionPage();
  const field = useId();
  const [text, setText] = useState('');
  const [sent, setSent] = useState<number | null>(null);
  const { player, phoneClipboard, clipboardSet } = live;
  const isReady = live.state.name === 'live' && live.isControlling;

  const send = (paste: boolean) => {
    const sequence = player?.setClipboard(text, { paste });
    if (sequence === undefined) toast.error('The text is too long, or the phone is not connected.');
    else setSent(sequence);
  };
  const pasteFromComputer = async () => {
    try {
      setText(await navigator.clipboard.readText());
    } catch {
      toast.error('The browser does not let this page read the clipboard. Paste into the field instead.');
    }
  };
  const copyToComputer = async () => {
    if (await copyText(phoneClipboard ?? '')) toast.success('Phone clipboard copied to clipboard!');
    else toast.error('Failed to copy to clipboard.');
  };

  return (
    <div className="h-full space-y-6 overflow-y-auto p-5">
      {isReady ? null : (
        <Banner kind="warning">
          {live.isControlling
            ? 'The phone takes no text while its stream is not live.'
            : 'Somebody else controls this phone. Take control to use its clipboard.'}
        </Banner>
      )}
      <section className="space-y-3">
        <h2 className="font-semibold text-body">On the phone</h2>
        {phoneClipboard === null ? (
          <p className="text-second text-small">Nothing has been copied on the phone since you opened it.</p>
        ) : (
          <pre className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-control border border-hairline bg-surface p-3 font-mono text-small">
            {phoneClipboard}
          </pre>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={!phoneClipboard}
            icon={<ClipboardCopy aria-hidden="true" />}
            onClick={() => void copyToComputer()}
          >
            Copy to this computer
          </Button>
          <Button kind="quiet" disabled={!isReady} onClick={() => player?.copyFromPhone()}>
            Copy what is selected
          </Button>
        </div>
      </section>
      <section className="space-y-3">
        <h2 className="font-semibold text-body">
          <label htmlFor={field}>To the phone</label>
        </h2>
        <textarea
          id={field}
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="pf-input w-full resize-y p-3 text-body"
        />
        <div className="flex flex-wrap gap-2">
          <Button
            kind="primary"
            disabled={!isReady || text === ''}
            icon={<Send aria-hidden="true" />}
            onClick={() => send(true)}
          >
            Paste into the phone
          </Button>
          <Button disabled={!isReady || text === ''} onClick={() => send(false)}>
            Only set its clipboard
          </Button>
          <Button
            kind="quiet"
            icon={<ClipboardPaste aria-hidden="true" />}
            onClick={() => void pasteFromComputer()}
          >
            Take from this computer
          </Button>
        </div>
        <p role="status" className="min-h-5 text-second text-small">
          {sent === null ? '' : sent === clipboardSet ? 'The phone has taken it.' : 'Sent to the phone.'}
        </p>
      </section>
    </div>
  );
}

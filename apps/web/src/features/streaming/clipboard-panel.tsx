import { isHeldElsewhere } from '@pocketfleet/stream-player';
import { Banner, Button, copyText, LazyBoundary, lazyWithRetry, toast } from '@pocketfleet/ui';
import { ClipboardCopy, ClipboardPaste, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { theSecrets } from '#language/secrets';
import * as texts from '#language/session';
import { useWorkspace } from '../../session/use-workspace.ts';
import { useSessionPage } from './session-page-context.ts';

const TypeSecret = lazyWithRetry(() => import('./type-secret.tsx'));

/** Shows the text that was copied on the phone, and sends text to the phone's clipboard. */
export function ClipboardPanel() {
  const { live } = useSessionPage();
  const field = useId();
  const [text, setText] = useState('');
  const [sent, setSent] = useState<number | null>(null);
  const { player, phoneClipboard, clipboardSet } = live;
  const permissions = useWorkspace()?.permissions ?? [];
  const mayTypeSecrets = (['secrets', 'control', 'screen'] as const).every((each) =>
    permissions.includes(each),
  );
  const isReady = live.state.name === 'live' && !isHeldElsewhere(live.holder);

  const send = (paste: boolean) => {
    const sequence = player?.setClipboard(text, { paste });
    if (sequence === undefined) toast.error(texts.theTextIsTooLong);
    else setSent(sequence);
  };
  const pasteFromComputer = async () => {
    try {
      setText(await navigator.clipboard.readText());
    } catch {
      toast.error(texts.theBrowserDoesNotLet);
    }
  };
  const copyToComputer = async () => {
    if (await copyText(phoneClipboard ?? '')) toast.success(texts.phoneClipboardCopiedToClipboard);
    else toast.error(texts.failedToCopyToClipboard);
  };

  return (
    <div className="h-full space-y-6 overflow-y-auto p-5">
      {isReady ? null : (
        <Banner kind="warning">
          {isHeldElsewhere(live.holder) ? texts.takeControlToUseTheClipboard : texts.thePhoneTakesNoText}
        </Banner>
      )}
      <section className="space-y-3">
        <h2 className="font-semibold text-body">{texts.onThePhone}</h2>
        {phoneClipboard === null ? (
          <p className="text-second text-small">{texts.nothingHasBeenCopied}</p>
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
            {texts.copyToThisComputer}
          </Button>
          <Button kind="quiet" disabled={!isReady} onClick={() => player?.command('copy')}>
            {texts.copyWhatIsSelected}
          </Button>
        </div>
      </section>
      {mayTypeSecrets ? (
        <LazyBoundary what={theSecrets} isQuiet>
          <TypeSecret />
        </LazyBoundary>
      ) : null}
      <section className="space-y-3">
        <h2 className="font-semibold text-body">
          <label htmlFor={field}>{texts.toThePhone}</label>
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
            {texts.pasteIntoThePhone}
          </Button>
          <Button disabled={!isReady || text === ''} onClick={() => send(false)}>
            {texts.onlySetItsClipboard}
          </Button>
          <Button
            kind="quiet"
            icon={<ClipboardPaste aria-hidden="true" />}
            onClick={() => void pasteFromComputer()}
          >
            {texts.takeFromThisComputer}
          </Button>
        </div>
        <p role="status" className="min-h-5 text-second text-small">
          {sent === null ? '' : sent === clipboardSet ? texts.thePhoneHasTakenIt : texts.sentToThePhone}
        </p>
      </section>
    </div>
  );
}

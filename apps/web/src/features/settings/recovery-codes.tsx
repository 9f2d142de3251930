import { Banner, Button, CopyButton, saveFile, toast } from '@pocketfleet/ui';
import { Download, Printer } from 'lucide-react';
import * as texts from '#language/second-factor';
import { useUser } from '../../session/auth-provider.tsx';

/** Recovery codes, which are shown this once: to copy, to save and to print. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { username } = useUser();
  const lines = `${texts.fileHead(username)}\n\n${codes.join('\n')}\n`;
  return (
    <div className="flex flex-col gap-5">
      <Banner kind="warning">{texts.codesLead}</Banner>
      <ul
        aria-label={texts.recoveryCodes}
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control bg-sunken px-4 py-3 font-mono text-small"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton
          value={codes.join('\n')}
          label={texts.theCodes}
          onCopied={() => toast.success(texts.copied(texts.theCodes))}
          onFailed={() => toast.error(texts.copyFailed)}
        />
        <Button
          size="small"
          icon={<Download />}
          onClick={() => saveFile(new Blob([lines], { type: 'text/plain' }), texts.fileName)}
        >
          {texts.download}
        </Button>
        <Button size="small" icon={<Printer />} onClick={() => printText(lines)}>
          {texts.print}
        </Button>
      </div>
      <Button kind="primary" className="self-end" onClick={onDone}>
        {texts.keptThem}
      </Button>
    </div>
  );
}

/** Prints this text alone, and nothing of the page. */
function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const { contentDocument, contentWindow } = frame;
  const block = contentDocument?.createElement('pre');
  if (!block || !contentWindow) {
    frame.remove();
    return;
  }
  block.textContent = text;
  contentDocument?.body.append(block);
  contentWindow.addEventListener('afterprint', () => frame.remove());
  contentWindow.print();
}

import type { MadeKey } from '@pocketfleet/contract';
import { Banner, Button } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import * as texts from '#language/keys';
import { CopiedText } from './copied-text.tsx';

/** The key itself, which is shown this once, and a command to try it with. */
export function MadeKeyView({ made, onDone }: { made: MadeKey; onDone(): void }) {
  return (
    <div className="flex flex-col gap-5">
      <Banner kind="warning">{texts.keyMadeLead}</Banner>
      <CopiedText title={made.name} value={made.key} what={texts.theKey} />
      <CopiedText
        title={texts.tryIt}
        value={texts.command(location.origin, made.key)}
        what={texts.theCommand}
      />
      <CopiedText
        title={texts.inYourProgram}
        value={texts.installClient(location.origin)}
        what={texts.theInstallLine}
      />
      {made.old_key ? (
        <p className="text-second">{texts.oldKeyWorks(formatShortMoment(made.old_key.ends_at))}</p>
      ) : null}
      <Button kind="primary" className="self-end" onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  );
}

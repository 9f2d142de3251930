import type { MadeKey } from '@pocketfleet/contract';
import { Banner, Button, CopyButton, toast } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import * as texts from '#language/keys';

/** The key itself, which is shown this once, and a command to try it with. */
export function MadeKeyView({ made, onDone }: { made: MadeKey; onDone(): void }) {
  return (
    <div className="flex flex-col gap-5">
      <Banner kind="warning">{texts.keyMadeLead}</Banner>
      <Copied title={made.name} value={made.key} what={texts.theKey} />
      <Copied title={texts.tryIt} value={texts.command(made.key)} what={texts.theCommand} />
      {made.old_key ? (
        <p className="text-second">{texts.oldKeyWorks(formatShortMoment(made.old_key.ends_at))}</p>
      ) : null}
      <Button kind="primary" className="self-end" onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  );
}

function Copied({ title, value, what }: { title: string; value: string; what: string }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 truncate font-medium">{title}</h3>
        <CopyButton
          value={value}
          label={what}
          onCopied={() => toast.success(texts.copied(what))}
          onFailed={() => toast.error(texts.copyFailed)}
        />
      </div>
      <code className="select-all break-all rounded-control bg-sunken px-4 py-3 font-mono text-small">
        {value}
      </code>
    </div>
  );
}

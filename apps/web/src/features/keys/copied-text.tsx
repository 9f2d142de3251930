import { CopyButton, toast } from '@pocketfleet/ui';
import * as texts from '#language/keys';

/** Text to copy whole, such as a key or a command, under its title. `what` names it to the button and in the notice. */
export function CopiedText({ title, value, what }: { title: string; value: string; what: string }) {
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
      <code className="block select-all whitespace-pre-wrap break-words rounded-control bg-sunken px-4 py-3 font-mono text-small">
        {value}
      </code>
    </div>
  );
}

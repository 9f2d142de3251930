import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies `value`; the caller says in words what came of it. */
export function CopyButton({
  value,
  label,
  onCopied,
  onFailed,
}: {
  value: string;
  /** Name of the thing, for the button's accessible name. */
  label: string;
  onCopied(): void;
  onFailed(): void;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const isDone = await copyText(value);
    setCopied(isDone);
    if (isDone) onCopied();
    else onFailed();
  };
  return (
    <Button
      size="small"
      aria-label={`Copy ${label}`}
      icon={isCopied ? <Check /> : <Copy />}
      onClick={copy}
      onBlur={() => setCopied(false)}
    >
      Copy
    </Button>
  );
}

/** True when the clipboard took it; browsers refuse it without a secure context or permission. */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false;
  }
}

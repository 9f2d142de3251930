import { Button } from '@pocketfleet/ui';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** Takes what the menu gives to its trigger. */
export function FilterButton({ text, ...props }: ComponentProps<typeof Button> & { text: string }) {
  return (
    <Button {...props} className="max-w-48">
      <span className="truncate">{text}</span>
      <ChevronDown className="text-third" />
    </Button>
  );
}

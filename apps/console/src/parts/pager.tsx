import { Button } from '@pocketfleet/ui';
import type { Filters } from './use-filters.ts';

type Props = { filters: Filters; page: number; totalPages: number };

/** Back and on through a list that is too long for one page; nothing for one that isn't. */
export function Pager({ filters, page, totalPages }: Props) {
  if (totalPages <= 1) return null;
  const goTo = (next: number) => {
    filters.set({ page: next === 1 ? null : String(next) });
    window.scrollTo({ top: 0 });
  };
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-center gap-3 text-small">
      <Button size="small" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        Newer
      </Button>
      <span className="tabular-nums">
        Page {page} of {totalPages}
      </span>
      <Button size="small" disabled={page >= totalPages} onClick={() => goTo(page + 1)}>
        Older
      </Button>
    </nav>
  );
}

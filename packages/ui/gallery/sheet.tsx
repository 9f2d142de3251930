import type { ReactNode } from 'react';

/** One kind of building block. */
export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-16 border-hairline border-t pt-8">
      <h2 className="font-semibold text-title">{title}</h2>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8">{children}</div>
    </section>
  );
}

/** One block, or one state of it, with its name. `onInk` shows it on an ink piece of the page as well. */
export function Specimen(props: { name: string; onInk?: boolean; children: ReactNode }) {
  return (
    <div data-specimen={props.name} className="min-w-0">
      <h3 className="mb-3 font-mono text-caption text-third">{props.name}</h3>
      <div className="flex flex-wrap items-start gap-4">{props.children}</div>
      {props.onInk ? (
        <div className="on-ink mt-4 flex flex-wrap items-start gap-4 rounded-card bg-page p-4 text-main">
          {props.children}
        </div>
      ) : null}
    </div>
  );
}

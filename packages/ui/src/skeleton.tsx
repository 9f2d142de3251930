import clsx from 'clsx';

/** A placeholder for data that is being loaded, with the final size (set by `className`). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('pf-skeleton block', className)} />;
}

import clsx from 'clsx';

/** Stands where data will be, with its final size (given by `className`). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('pf-skeleton block', className)} />;
}

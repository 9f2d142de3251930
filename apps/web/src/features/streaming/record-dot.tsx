import { Circle, type LucideProps } from 'lucide-react';

/** Filled and red, so that it can't be mistaken for a key of the phone. */
export function RecordDot(props: LucideProps) {
  return <Circle {...props} className="fill-error-bar text-error-bar" />;
}

import { PageHeader } from '@pocketfleet/ui';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The frame of the pages after /rent: the way back, the title, and what the page shows. */
export function RentFrame(props: {
  title: string;
  lead?: string;
  /** Absent where there is no step back any more. */
  back?: { label: string; path: string; loadsPage?: boolean };
  children: ReactNode;
  isNarrow?: boolean;
}) {
  return (
    <div className={`mx-auto px-4 py-6 sm:px-8 ${props.isNarrow ? 'max-w-[704px]' : 'max-w-[1180px]'}`}>
      {props.back ? (
        <Link
          to={props.back.path}
          reloadDocument={props.back.loadsPage ?? false}
          className="-ml-1 mb-2 inline-flex min-h-6 items-center gap-2 rounded-small px-1 text-second hover:text-main"
        >
          <ArrowLeft size={16} />
          {props.back.label}
        </Link>
      ) : null}
      <PageHeader title={props.title} lead={props.lead} />
      <div className="mt-5">{props.children}</div>
    </div>
  );
}

import { thumbnailAddress } from '@pocketfleet/client-team';
import type { PhoneRow } from '@pocketfleet/contract';
import { formatClock, formatExactMoment } from '@pocketfleet/ui/format';
import clsx from 'clsx';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { usePicture } from './use-picture.ts';

/** The screen of a free phone, fetched again and again. A phone with a tenant has no picture: its screen is private. */
export function Thumbnail({
  phone,
  everyMs,
  isLarge,
}: {
  phone: PhoneRow;
  everyMs: number;
  isLarge?: boolean;
}) {
  const { at, hasFailed, settle } = usePicture(phone.has_thumbnail, everyMs);
  const [loadedAt, setLoadedAt] = useState<number>();
  const shape = isLarge ? 'w-44 rounded-card text-small' : 'h-9 w-[18px] rounded-[3px]';
  if (!phone.has_thumbnail || hasFailed) {
    const why = phone.tenant ? 'Hidden while rented' : 'No picture';
    return (
      <span
        title={why}
        className={clsx(
          'flex items-center justify-center border border-hairline bg-sunken text-center text-third',
          shape,
          isLarge && 'aspect-[9/19] shrink-0 flex-col gap-2 self-start p-4',
        )}
      >
        {phone.tenant ? <Lock aria-hidden="true" size={isLarge ? 20 : 10} className="shrink-0" /> : null}
        {isLarge ? why : <span className="sr-only">{why}</span>}
      </span>
    );
  }
  if (at === undefined) {
    return (
      <span
        className={clsx(
          'block border border-hairline bg-sunken',
          shape,
          isLarge && 'aspect-[9/19] shrink-0 self-start',
        )}
      />
    );
  }
  const picture = (
    <img
      src={thumbnailAddress(phone.id, at)}
      alt={`Screen of ${phone.tag}`}
      decoding="async"
      onLoad={() => {
        settle(true);
        setLoadedAt(at);
      }}
      onError={() => settle(false)}
      className={clsx('block border border-hairline bg-sunken object-cover', shape)}
    />
  );
  if (!isLarge) return picture;
  return (
    <figure className="w-44 shrink-0">
      {picture}
      <figcaption className="mt-2 text-center text-second text-small">
        {loadedAt === undefined ? (
          'Taking a picture…'
        ) : (
          <>
            Picture from <time title={formatExactMoment(loadedAt)}>{formatClock(loadedAt)}</time>
          </>
        )}
      </figcaption>
    </figure>
  );
}

import { thumbnailAddress } from '@pocketfleet/client-team';
import type { PhoneRow } from '@pocketfleet/contract';
import clsx from 'clsx';
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
  const shape = isLarge ? 'w-44 rounded-card text-small' : 'h-9 w-[18px] rounded-[3px]';
  if (!phone.has_thumbnail || hasFailed) {
    const why = phone.tenant ? 'Private: it has a tenant' : 'No picture';
    return (
      <span
        title={why}
        className={clsx(
          'flex items-center justify-center border border-hairline bg-sunken text-center text-third',
          shape,
          isLarge && 'aspect-[9/19] p-4',
        )}
      >
        {isLarge ? why : <span className="sr-only">{why}</span>}
      </span>
    );
  }
  if (at === undefined) {
    return (
      <span className={clsx('block border border-hairline bg-sunken', shape, isLarge && 'aspect-[9/19]')} />
    );
  }
  return (
    <img
      src={thumbnailAddress(phone.id, at)}
      alt={`Screen of ${phone.tag}`}
      decoding="async"
      onLoad={() => settle(true)}
      onError={() => settle(false)}
      className={clsx('block border border-hairline bg-sunken object-cover', shape)}
    />
  );
}

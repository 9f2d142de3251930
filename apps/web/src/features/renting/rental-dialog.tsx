// Keeping a phone longer, or handing it back. A default export: loaded when first opened.
import type { Device } from '@pocketfleet/contract';
import {
  defaultRentalPeriod,
  findRentalPeriod,
  periodOfRental,
  type RentalPeriod,
  usd,
} from '@pocketfleet/rules';
import { Banner, Button, buttonClass, Dialog, Skeleton } from '@pocketfleet/ui';
import { browserZone, formatMoment } from '@pocketfleet/ui/format';
import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/renting';
import { reasonOf } from '../../api/errors.ts';
import { paths, withQuery } from '../../paths.ts';
import { extensionQuery } from './extension.ts';
import { HandBack } from './hand-back.tsx';
import { PeriodField } from './period-field.tsx';
import { withExtensionPricing } from './pricing-query.ts';
import { useExtensionQuote } from './use-extension-quote.ts';

type Props = { device: Device; onClose(): void };

export default function RentalDialog({ device, onClose }: Props) {
  const { assignment_id, assignment_state, tag, model, starts_at, stream_mappings } = device;
  const endsAt = stream_mappings[0]?.expires_at;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={texts.rentalOf(tag)}
      description={model}
    >
      <Extend
        assignmentId={assignment_id}
        rented={endsAt ? periodOfRental(Date.parse(starts_at), Date.parse(endsAt)) : undefined}
      />
      {assignment_state === 'active' ? (
        <HandBack assignmentId={assignment_id} tag={tag} onDone={onClose} />
      ) : null}
    </Dialog>
  );
}

/** `rented` is the rental's own period, which is what it is most likely kept for again. */
function Extend({ assignmentId, rented }: { assignmentId: string; rented: RentalPeriod | undefined }) {
  const [period, setPeriod] = useState(rented ?? findRentalPeriod(defaultRentalPeriod));
  return (
    <section aria-labelledby="extend">
      <h3 id="extend" className="font-semibold">
        {texts.extend}
      </h3>
      <div className="mt-2">
        <PeriodField label={texts.keepThisPhoneForAnother} value={period} onChange={setPeriod} />
      </div>
      {period ? <Quote assignmentId={assignmentId} period={period} /> : null}
    </section>
  );
}

function Quote({ assignmentId, period }: { assignmentId: string; period: RentalPeriod }) {
  const extension = { assignmentIds: [assignmentId], period };
  const quote = useExtensionQuote(extension);
  const zone = browserZone();
  if (quote.isPending) {
    return (
      <div role="status" aria-label={texts.lookingWhetherThePhoneIsFree} className="mt-3">
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }
  if (!quote.data) {
    return (
      <div className="mt-3">
        <Banner
          kind="error"
          action={
            <Button size="small" isBusy={quote.isFetching} onClick={() => void quote.refetch()}>
              {texts.tryAgain}
            </Button>
          }
        >
          {texts.theExtensionCouldNotBeChecked}
          {reasonOf(quote.error)}
        </Banner>
      </div>
    );
  }
  const [quoted] = quote.data.extensions;
  if (quoted === undefined) return null;
  const { is_possible, message, expires_at, new_expires_at, amount } = quoted;
  if (!is_possible) {
    return (
      <div className="mt-3">
        <Banner kind="warning">{message}</Banner>
      </div>
    );
  }
  return (
    <div className="mt-3" aria-live="polite">
      <p className="text-second text-small">
        {texts.fromLabel}
        <span className="font-mono text-main">{formatMoment(Date.parse(expires_at), zone)}</span>
        {texts.to}
        <span className="font-mono text-main">{formatMoment(Date.parse(new_expires_at), zone)}</span>
      </p>
      {/* A full page load: only that page may reach the payment provider. */}
      <Link
        to={withQuery(paths.rentPayment, withExtensionPricing(extensionQuery(extension), period))}
        reloadDocument
        className={`${buttonClass('primary')} mt-3 w-full`}
      >
        {texts.extendFor}
        {usd(amount)}
      </Link>
    </div>
  );
}

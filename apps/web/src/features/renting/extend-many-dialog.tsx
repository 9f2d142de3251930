// Keeping several phones longer with one order and one payment. A default export, because it is loaded when it is opened.
import type { Device, QuotedExtensions } from '@pocketfleet/contract';
import {
  defaultRentalPeriod,
  findRentalPeriod,
  phonesPerOrder,
  type RentalPeriod,
  usd,
} from '@pocketfleet/rules';
import { Banner, Button, buttonClass, Dialog, Skeleton } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/many';
import { reasonOf } from '../../api/errors.ts';
import { paths, withQuery } from '../../paths.ts';
import { extensionQuery } from './extension.ts';
import { PeriodField } from './period-field.tsx';
import { withExtensionPricing } from './pricing-query.ts';
import { useExtensionQuote } from './use-extension-quote.ts';

type Props = { devices: readonly Device[]; onClose(): void };

export default function ExtendManyDialog({ devices, onClose }: Props) {
  const [period, setPeriod] = useState<RentalPeriod | undefined>(findRentalPeriod(defaultRentalPeriod));
  const isTooMany = devices.length > phonesPerOrder.max;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.extendTitle(devices.length)}
      description={texts.extendText}
    >
      {isTooMany ? (
        <Banner kind="warning">{texts.atMost(phonesPerOrder.max)}</Banner>
      ) : (
        <>
          <PeriodField label={texts.extendBy} value={period} onChange={setPeriod} />
          {period ? <Quotes devices={devices} period={period} /> : null}
        </>
      )}
    </Dialog>
  );
}

function Quotes({ devices, period }: { devices: readonly Device[]; period: RentalPeriod }) {
  const quote = useExtensionQuote({
    assignmentIds: devices.map(({ assignment_id }) => assignment_id),
    period,
  });
  if (quote.isPending) {
    return (
      <div role="status" aria-label={texts.checkingPhones} className="mt-4">
        <Skeleton className="h-32 w-full" />
      </div>
    );
  }
  if (!quote.data) {
    return (
      <div className="mt-4">
        <Banner
          kind="error"
          action={
            <Button size="small" isBusy={quote.isFetching} onClick={() => void quote.refetch()}>
              {texts.tryAgain}
            </Button>
          }
        >
          {texts.couldNotBeChecked}
          {reasonOf(quote.error)}
        </Banner>
      </div>
    );
  }
  return <Quoted quoted={quote.data} devices={devices} period={period} />;
}

function Quoted(props: { quoted: QuotedExtensions; devices: readonly Device[]; period: RentalPeriod }) {
  const { quoted, devices, period } = props;
  const possible = quoted.extensions.filter(({ is_possible }) => is_possible);
  const left = devices.length - possible.length;
  const assignmentIds = possible.map(({ assignment_id }) => assignment_id);
  const query = withExtensionPricing(extensionQuery({ assignmentIds, period }), period, possible.length);
  return (
    <div className="mt-4 space-y-4">
      {left === 0 ? null : (
        <Banner kind="warning">
          {possible.length === 0 ? texts.noneCanBeExtended : texts.othersCanBeExtended(left, possible.length)}
        </Banner>
      )}
      <ul className="max-h-60 divide-y divide-hairline overflow-y-auto text-small">
        {devices.map(({ assignment_id, tag }) => {
          const own = quoted.extensions.find((each) => each.assignment_id === assignment_id);
          return (
            <li key={assignment_id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span className="font-medium font-mono">{tag}</span>
              <span className={own?.is_possible ? 'text-second' : 'text-warning'}>{outcome(own)}</span>
            </li>
          );
        })}
      </ul>
      {possible.length === 0 ? null : (
        // A full page load: only that page may reach the payment provider.
        <Link
          to={withQuery(paths.rentPayment, query)}
          reloadDocument
          className={`${buttonClass('primary')} w-full`}
        >
          {texts.extendFor(possible.length, usd(quoted.amount))}
        </Link>
      )}
    </div>
  );
}

function outcome(quoted: QuotedExtensions['extensions'][number] | undefined): string {
  if (quoted === undefined) return texts.cantBeExtended;
  const { is_possible, new_expires_at, latest_expires_at, expires_at } = quoted;
  if (is_possible) return texts.untilMoment(formatShortMoment(new_expires_at));
  return texts.bookedNext(formatShortMoment(latest_expires_at ?? expires_at));
}

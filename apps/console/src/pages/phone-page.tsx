import { useParams } from 'react-router';
import { useApiQuery } from '../api/use-api-query.ts';
import { phoneActions } from '../features/fleet/phone-actions.ts';
import { PhoneFacts } from '../features/fleet/phone-facts.tsx';
import { Thumbnail } from '../features/fleet/thumbnail.tsx';
import { ActionButtons, WaitingPage } from '../parts/detail-page.tsx';
import { Page } from '../parts/list-page.tsx';
import { useNow } from '../parts/use-now.ts';

/** One phone: its screen while it is free, its facts, its actions, and its tenants so far. */
export function PhonePage() {
  const { id = '' } = useParams();
  const query = useApiQuery('getPhone', { params: { id } });
  const phone = query.data;
  const now = useNow();
  if (!phone) return <WaitingPage title="Phone" subject="This phone" query={query} />;
  return (
    <Page
      title={phone.tag}
      browserTitle={`Phone ${phone.tag}`}
      count={phone.label}
      actions={<ActionButtons actions={phoneActions(phone, now)} />}
    >
      <div className="flex flex-col gap-6 md:flex-row">
        <Thumbnail phone={phone} everyMs={5_000} isLarge />
        <PhoneFacts phone={phone} />
      </div>
    </Page>
  );
}

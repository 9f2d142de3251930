import { useParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { phoneActs } from '../features/fleet/phone-acts.ts';
import { PhoneFacts } from '../features/fleet/phone-facts.tsx';
import { Thumbnail } from '../features/fleet/thumbnail.tsx';
import { Page } from '../parts/list-page.tsx';
import { ActButtons, WaitingPage } from '../parts/thing-page.tsx';

/** One phone: its screen while it is nobody's, its facts, what can be done, whose it was. */
export function PhonePage() {
  const { id = '' } = useParams();
  const answer = useAnswer('getPhone', { params: { id } });
  const phone = answer.data;
  if (!phone) return <WaitingPage title="Phone" what="This phone" answer={answer} />;
  return (
    <Page
      title={phone.tag}
      browserTitle={`Phone ${phone.tag}`}
      count={phone.label}
      actions={<ActButtons acts={phoneActs(phone, Date.now())} />}
    >
      <div className="flex flex-col gap-6 md:flex-row">
        <Thumbnail phone={phone} everyMs={5_000} isLarge />
        <PhoneFacts phone={phone} />
      </div>
    </Page>
  );
}

import { Button, EmptyState, Skeleton } from '@pocketfleet/ui';
import { useParams } from 'react-router';
import { sentenceOf } from '../api/errors.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useSession } from '../features/accounts/session.ts';
import { phoneActs } from '../features/fleet/phone-acts.ts';
import { PhoneFacts } from '../features/fleet/phone-facts.tsx';
import { Thumbnail } from '../features/fleet/thumbnail.tsx';
import { useOpenAct } from '../parts/act-dialog.tsx';
import { Page } from '../parts/list-page.tsx';

/** One phone: its screen while it is nobody's, its facts, what can be done, whose it was. */
export function PhonePage() {
  const { id = '' } = useParams();
  const { permissions } = useSession();
  const openAct = useOpenAct();
  const answer = useAnswer('getPhone', { params: { id } });
  const phone = answer.data;
  if (!phone) {
    return (
      <Page title="Phone">
        {answer.isError ? (
          <EmptyState
            isAlert
            title="This phone could not be loaded"
            action={<Button onClick={() => answer.refetch()}>Retry</Button>}
          >
            {sentenceOf(answer.error)}
          </EmptyState>
        ) : (
          <Skeleton className="h-80 w-full" />
        )}
      </Page>
    );
  }
  const acts = phoneActs(phone, Date.now()).filter(({ permission }) => permissions.includes(permission));
  return (
    <Page
      title={phone.tag}
      count={phone.label}
      actions={acts.map((each) => (
        <Button
          key={each.label}
          size="small"
          kind={each.act.isDangerous ? 'danger' : 'secondary'}
          onClick={() => openAct(each.act)}
        >
          {each.label}
        </Button>
      ))}
    >
      <div className="flex flex-col gap-6 md:flex-row">
        <Thumbnail phone={phone} everyMs={5_000} isLarge />
        <PhoneFacts phone={phone} />
      </div>
    </Page>
  );
}

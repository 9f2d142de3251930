import type { MessageRow, Permission } from '@pocketfleet/contract';
import { Button, buttonClass, cardClass, StatusDot } from '@pocketfleet/ui';
import type { Action } from '../../parts/action.ts';
import { useOpenAction } from '../../parts/action-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';

type Props = { messages: readonly MessageRow[]; permissions: readonly Permission[] };

/** Messages with their whole text, to be read one after the other. */
export function MessageList({ messages, permissions }: Props) {
  const openAction = useOpenAction();
  return (
    <ul className="flex flex-col gap-3">
      {messages.map((message) => (
        <li key={message.id} className={`${cardClass} p-4`}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="font-medium">{message.name}</span>
            <span className="text-second text-small">{message.email}</span>
            {message.is_priority ? <StatusDot kind="scheduled">Priority</StatusDot> : null}
            {message.is_suspect ? <StatusDot kind="warning">Possible spam</StatusDot> : null}
            <span className="ml-auto text-second">
              <Moment at={message.created_at} isRelative />
            </span>
          </div>
          <p className="mt-2 max-w-[80ch] whitespace-pre-wrap break-words">{message.message}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            {message.answered_at === null ? (
              <>
                <a
                  className={buttonClass('secondary', 'small')}
                  href={mailTo(message)}
                  title="Opens your mail program"
                >
                  Answer by email
                </a>
                {permissions.includes('messages_answer') ? (
                  <Button size="small" onClick={() => openAction(answered(message))}>
                    Mark as answered
                  </Button>
                ) : null}
              </>
            ) : (
              <span className="text-second text-small">
                Answered by {message.answered_by ?? 'somebody'} <Moment at={message.answered_at} />
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** With the message quoted below the place for the answer. */
function mailTo({ email, name, message }: MessageRow): string {
  const quoted = message.replaceAll(/^/gm, '> ');
  const body = `Hello ${name},\n\n\n\n${quoted}\n`;
  const fields = [
    `subject=${encodeURIComponent('Your message to Pocketfleet')}`,
    `body=${encodeURIComponent(body)}`,
  ];
  return `mailto:${encodeURIComponent(email)}?${fields.join('&')}`;
}

function answered({ id, name }: MessageRow): Action {
  return {
    title: `Message of ${name}`,
    text: 'It leaves the list of open messages. The reason says how it was answered.',
    submit: 'Mark as answered',
    done: 'Marked as answered',
    run: (client, { reason }) => client.call('answerMessage', { params: { id }, body: { reason } }),
  };
}

import { ApiError } from '@pocketfleet/client';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import type { MailedLink } from './use-mailed-link.ts';

/**
 * True when the server refuses a mailed reset link, checked before anything is typed. False while there is no response: the server
 * checks the link again when the form is sent. Checks nothing when a part of the link is missing.
 */
export function useExpiredLink(link: MailedLink, isComplete: boolean) {
  const client = useClient();
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    if (!isComplete) return;
    const left = new AbortController();
    client.call('checkResetLink', { body: link, signal: left.signal }).catch((error: unknown) => {
      // A token that no link can have is refused as invalid input, which is a 400, too.
      if (!left.signal.aborted && error instanceof ApiError && error.status === 400) setExpired(true);
    });
    return () => left.abort();
  }, [client, link, isComplete]);
  return [isExpired, setExpired] as const;
}

import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type MailedLink = { token: string; email: string };

/**
 * The data in the address of a mailed link. It is a secret, so it is removed from the address bar at once and kept in this
 * history entry only, where a reload finds it.
 */
export function useMailedLink(): MailedLink {
  const location = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => readLink(new URLSearchParams(location.search), location.state));
  const { pathname, search } = location;
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, state: link });
  }, [navigate, pathname, search, link]);
  return link;
}

function readLink(query: URLSearchParams, state: unknown): MailedLink {
  const kept = typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
  const read = (name: 'token' | 'email') => {
    const value = query.get(name) ?? kept[name];
    return typeof value === 'string' ? value : '';
  };
  return { token: read('token'), email: read('email') };
}

import { TextField } from '@pocketfleet/ui';
import { useEffect, useState } from 'react';
import { useApiQuery } from '../api/use-api-query.ts';

const pauseMs = 250;
const most = 5;
const refetchMs = 60_000;

type Props = {
  field: { label: string; hint?: string };
  text: string;
  error: string | undefined;
  onChange(text: string): void;
};

/** A customer by name, username or email: what is typed is searched, and a match fills in the username. */
export function CustomerField({ field, text, error, onChange }: Props) {
  const [searched, setSearched] = useState('');
  const typed = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = { q: searched, per_page: most, page: 1 };
  const found = useApiQuery('listCustomers', { query }, refetchMs, searched.length >= 2);
  const matches = searched.length >= 2 ? (found.data?.rows ?? []) : [];
  const chosen = matches.find(({ username }) => username === typed);
  const others = chosen ? [] : matches;
  const nobody =
    !chosen && searched === typed && searched.length >= 2 && found.isSuccess && matches.length === 0;
  return (
    <div className="grid gap-1.5">
      <TextField
        label={field.label}
        error={error}
        hint={
          chosen
            ? `${chosen.first_name} ${chosen.last_name}, ${chosen.email}`
            : nobody
              ? 'No customer matches.'
              : field.hint
        }
        value={text}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      {others.length > 0 ? (
        <ul aria-label="Matches" className="overflow-hidden rounded-control border border-control">
          {others.map(({ username, first_name, last_name, email }) => (
            <li key={username} className="border-hairline border-b last:border-b-0">
              <button
                type="button"
                onClick={() => onChange(username)}
                className="flex min-h-9 w-full flex-wrap items-baseline gap-x-2 px-3 py-1.5 text-left hover:bg-hover"
              >
                <span className="font-medium">
                  {first_name} {last_name}
                </span>
                <span className="min-w-0 truncate text-second text-small">
                  {username}, {email}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

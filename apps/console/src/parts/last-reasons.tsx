// The reasons that this operator gave last for the same action, to choose one again. They stay in this browser.
import { useContext, useState } from 'react';
import { z } from 'zod';
import { SessionContext } from '../session.ts';
import { QuickChoices } from './quick-choices.tsx';

const most = 4;
const stored = z.array(z.string().min(1).max(500)).max(most).catch([]);

/** `action`: its button's label, which all actions of a kind share. */
export function useLastReasons(action: string): {
  reasons: readonly string[];
  remember(reason: string): void;
} {
  const key = `last-reasons:${useContext(SessionContext)?.operator.username ?? ''}:${action}`;
  const [reasons, setReasons] = useState(() => read(key));
  return {
    reasons,
    remember: (reason) => {
      const next = [reason, ...read(key).filter((each) => each !== reason)].slice(0, most);
      setReasons(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Without storage, reasons are only typed.
      }
    },
  };
}

function read(key: string): string[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(key) ?? '[]'));
  } catch {
    return [];
  }
}

export function LastReasons(props: {
  reasons: readonly string[];
  typed: string;
  onChoose(reason: string): void;
}) {
  const others = props.reasons.filter((reason) => reason !== props.typed.trim());
  return (
    <QuickChoices
      label="Your last reasons"
      choices={others.map((reason) => ({ label: reason, text: reason }))}
      onChoose={props.onChoose}
    />
  );
}

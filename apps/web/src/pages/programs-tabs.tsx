import { Tabs } from '@pocketfleet/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { connectedTab, keys, programs, webhooks } from '#language/keys';
import { paths } from '../paths.ts';

const tabs = [
  { value: 'keys', label: keys },
  { value: 'webhooks', label: webhooks },
  { value: 'connected', label: connectedTab },
] as const;

/** The tabs of the pages about programs; each is a page of its own. */
export function ProgramsTabs({
  value,
  children,
}: {
  value: (typeof tabs)[number]['value'];
  children: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <div className="mt-6">
      <Tabs
        label={programs}
        value={value}
        onChange={(tab) => tab !== value && navigate(paths[tab])}
        tabs={tabs.map((tab) => ({ ...tab, content: tab.value === value ? children : null }))}
      />
    </div>
  );
}

import { Tabs } from '@pocketfleet/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import * as texts from '#language/keys';
import { paths, withQuery } from '../paths.ts';

const tabs = [
  { value: 'keys', label: texts.keys, path: paths.keys },
  { value: 'connected', label: texts.connectedTab, path: paths.connected },
  { value: 'agents', label: texts.agentsTab, path: paths.agents },
  { value: 'webhooks', label: texts.webhooks, path: paths.webhooks },
  {
    value: 'secrets',
    label: texts.secrets,
    path: withQuery(paths.keys, new URLSearchParams('show=secrets')),
  },
] as const;

type Props = { value: (typeof tabs)[number]['value']; children: ReactNode };

/** The tabs of Programs. Each is a page with an address of its own; the children are the shown one's. */
export function ProgramTabs({ value, children }: Props) {
  const navigate = useNavigate();
  return (
    <Tabs
      label={texts.programs}
      value={value}
      onChange={(chosen) => navigate(tabs.find((tab) => tab.value === chosen)?.path ?? paths.keys)}
      tabs={tabs.map((tab) => ({
        value: tab.value,
        label: tab.label,
        content: tab.value === value ? children : null,
      }))}
    />
  );
}

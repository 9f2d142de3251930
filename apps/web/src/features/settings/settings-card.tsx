import type { ReactNode } from 'react';

export function SettingsCard(props: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-card border border-hairline bg-surface p-5 sm:p-6">
      <h2 className="font-semibold text-card">{props.title}</h2>
      {props.lead ? <p className="mt-1 text-second">{props.lead}</p> : null}
      <div className="mt-5">{props.children}</div>
    </section>
  );
}

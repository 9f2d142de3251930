import { Card, PageHeader, Segmented } from '@pocketfleet/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/agents';
import { lead, programs } from '#language/keys';
import { type AgentClient, agentClients, localLines } from '../features/keys/agent-clients.ts';
import { CopiedText } from '../features/keys/copied-text.tsx';
import { FirstCall } from '../features/keys/first-call.tsx';
import { paths } from '../paths.ts';
import { usePageTitle } from './page-title.ts';
import { ProgramTabs } from './program-tabs.tsx';

/** How a customer connects an agent to the MCP server. Beside the page of keys, as a tab of Programs. */
export function AgentsPage() {
  usePageTitle(texts.connectAgent);
  const address = `${location.origin}/mcp`;
  const [chosen, setChosen] = useState('claude-code');
  const client = agentClients.find(({ id }) => id === chosen) ?? agentClients[0];
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <PageHeader title={programs} lead={lead} />
      <div className="mt-6">
        <ProgramTabs value="agents">
          <div className="grid items-start gap-4 pt-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-4">
              <Card title={texts.connectAgent} lead={texts.agentsLead}>
                <CopiedText title={texts.address} value={address} what={texts.theAddress} />
                <p className="mt-2 text-second text-small">{texts.addressHint}</p>
              </Card>
              {client && <Clients address={address} client={client} onChange={setChosen} />}
              {client && <WithKey address={address} client={client} />}
              <Card title={texts.onThisComputer} lead={texts.onThisComputerText}>
                <CopiedText
                  title={texts.inItsSettings}
                  value={localLines(location.origin)}
                  what={texts.theLines(texts.onThisComputer)}
                />
              </Card>
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <FirstCall />
              <Card title={texts.safety}>
                <ul className="flex list-disc flex-col gap-2 pl-5 text-second">
                  {texts.safetyPoints.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </Card>
            </div>
          </div>
        </ProgramTabs>
      </div>
    </div>
  );
}

type Shown = { address: string; client: AgentClient };

function Clients({ address, client, onChange }: Shown & { onChange(id: string): void }) {
  return (
    <Card title={texts.yourProgram}>
      <div className="mb-4 overflow-x-auto">
        <Segmented
          label={texts.yourProgram}
          value={client.id}
          onChange={onChange}
          options={agentClients.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      {client.lines ? (
        <CopiedText title={client.where} value={client.lines(address)} what={texts.theLines(client.name)} />
      ) : (
        <p>{client.where}</p>
      )}
    </Card>
  );
}

function WithKey({ address, client }: Shown) {
  return (
    <Card title={texts.withAKey} lead={texts.withAKeyText}>
      {client.withKey ? (
        <CopiedText title={client.where} value={client.withKey(address)} what={texts.theLines(client.name)} />
      ) : (
        <p>{texts.takesNoKey(client.name)}</p>
      )}
      <Link to={paths.keys} className="mt-3 inline-block underline">
        {texts.makeAKey}
      </Link>
    </Card>
  );
}

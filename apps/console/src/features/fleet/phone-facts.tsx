import type { AnswerOf, operatorRoutes } from '@pocketfleet/contract';
import { Table, TableFrame, Td, Th, Tr } from '@pocketfleet/ui';
import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { nameInWords } from '../../parts/words.ts';
import { PhoneState } from './phone-state.tsx';

type Phone = AnswerOf<typeof operatorRoutes.getPhone>;

export function PhoneFacts({ phone }: { phone: Phone }) {
  return (
    <div className="min-w-0 flex-1">
      <Facts
        facts={[
          ['State', <PhoneState key="state" phone={phone} />],
          ['Why', [phone.state_reason, phone.runner_reason].filter(Boolean).join(' · ') || '–'],
          ['Model', `${phone.manufacturer} ${phone.model}, Android ${phone.android_version ?? 'unknown'}`],
          ['Serial', phone.serial],
          ['Host', phone.host_name],
          ...(phone.claims.length === 0
            ? []
            : [
                ['Reported by', phone.claims.map(({ host_name }) => host_name).join(', ')] as [
                  string,
                  string,
                ],
              ]),
          ['Agent says', nameInWords(phone.runner_state)],
          ['Storage free', gigabytes(phone.storage_free_bytes)],
          ['Tenant', phone.tenant?.username ?? '–'],
          ['Booked next', phone.next_tenant?.username ?? '–'],
        ]}
      />
      <h2 className="mt-6 mb-2 font-semibold text-card">Whose it was</h2>
      {phone.assignments.length === 0 ? (
        <p className="text-second">Nobody has had this phone yet.</p>
      ) : (
        <TableFrame label="Assignments">
          <Table>
            <thead>
              <tr>
                <Th>Customer</Th>
                <Th>State</Th>
                <Th>From</Th>
                <Th>Until</Th>
                <Th>Ended</Th>
              </tr>
            </thead>
            <tbody>
              {phone.assignments.map((each) => (
                <Tr key={each.assignment_id}>
                  <Td>{each.username}</Td>
                  <Td>{nameInWords(each.state)}</Td>
                  <Td>
                    <Moment at={each.starts_at} />
                  </Td>
                  <Td>{each.expires_at ? <Moment at={each.expires_at} /> : 'Open'}</Td>
                  <Td>
                    <Moment at={each.ended_at} />
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
    </div>
  );
}

function gigabytes(bytes: number | null): string {
  return bytes === null ? 'Unknown' : `${(bytes / 1e9).toFixed(1)} GB`;
}

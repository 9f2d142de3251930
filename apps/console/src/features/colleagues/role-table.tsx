import { permissions } from '@pocketfleet/contract';
import { Table, TableFrame, Td, Th, Tr } from '@pocketfleet/ui';
import { Check } from 'lucide-react';
import { nameInWords } from '../../parts/words.ts';
import type { Role } from './colleague-acts.ts';

/** What each role may do: the rows are the permissions that calls ask for. */
export function RoleTable({ roles }: { roles: readonly Role[] }) {
  return (
    <section className="mt-8">
      <h2 className="mb-2 font-semibold text-card">What the roles may do</h2>
      <TableFrame label="Roles">
        <Table>
          <thead>
            <tr>
              <Th>Permission</Th>
              {roles.map(({ role, title }) => (
                <Th key={role} title={title}>
                  {nameInWords(role)}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissions.map((permission) => (
              <Tr key={permission}>
                <Td>{nameInWords(permission)}</Td>
                {roles.map((each) => (
                  <Td key={each.role}>
                    {each.permissions.includes(permission) ? (
                      <Check size={16} strokeWidth={1.75} aria-label="yes" />
                    ) : (
                      <span className="text-third">
                        –<span className="sr-only"> no</span>
                      </span>
                    )}
                  </Td>
                ))}
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </section>
  );
}

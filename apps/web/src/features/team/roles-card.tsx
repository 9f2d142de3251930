import { Card } from '@pocketfleet/ui';
import { Check, Minus } from 'lucide-react';
import * as texts from '#language/team';

const columns = ['watch', 'control', 'files', 'shell', 'rent', 'members'] as const;
/** As the database's table of roles, in the columns that tell the roles apart. */
const rows: readonly { role: keyof typeof texts.roleNames; may: number }[] = [
  { role: 'owner', may: 6 },
  { role: 'admin', may: 6 },
  { role: 'manager', may: 5 },
  { role: 'user', may: 4 },
  { role: 'viewer', may: 1 },
];

/** The permissions of each role, on the same page as the roles. */
export function RolesCard() {
  return (
    <Card title={texts.whatARoleMayDo}>
      <table className="hidden w-full text-center sm:table">
        <thead className="text-second text-small">
          <tr>
            <th scope="col" className="py-2 text-left font-normal">
              {texts.role}
            </th>
            {columns.map((each) => (
              <th key={each} scope="col" className="px-1 font-normal">
                {texts.may[each]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {rows.map(({ role, may }) => (
            <tr key={role}>
              <th scope="row" className="py-2 text-left font-medium">
                {texts.roleNames[role]}
              </th>
              {columns.map((each, index) => (
                <td key={each}>
                  {role === 'manager' && each === 'rent' ? (
                    <span className="text-small">{texts.upToABudget}</span>
                  ) : index < may ? (
                    <Check size={16} role="img" aria-label={texts.yes} className="inline" />
                  ) : (
                    <Minus size={14} role="img" aria-label={texts.no} className="inline text-third" />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* A narrow window has no room for the columns. */}
      <dl className="flex flex-col gap-2 sm:hidden">
        {rows.map(({ role, may }) => (
          <div key={role}>
            <dt className="font-medium">{texts.roleNames[role]}</dt>
            <dd className="text-second text-small">
              {texts.rolesMay(
                columns.slice(0, may).map((each) => texts.may[each]),
                role === 'manager',
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-second text-small">{texts.shellMeansEverything}</p>
    </Card>
  );
}

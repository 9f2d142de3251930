// Names under which customers could pass for our team, with other customers or with the team itself.
import { brand } from './brand.ts';

const roles = [
  ...[
    'admin',
    'administrator',
    'moderator',
    'official',
    'operator',
    'owner',
    'root',
    'staff',
    'system',
    'team',
  ],
  ...[
    'accounts',
    'billing',
    'customerservice',
    'customersupport',
    'helpdesk',
    'payments',
    'sales',
    'security',
  ],
  ...['service', 'support', 'supportteam', 'abuse', 'noreply', 'postmaster', 'webmaster'],
];
const taken = new Set(roles.flatMap((role) => [role, `${role}s`, `the${role}`]));

/** True when a username, or first and last name together, sounds like us: "support.2", "P0cketfleet Team", "b1lling". */
export function soundsLikeUs(name: string): boolean {
  const lower = name.normalize('NFKD').toLowerCase();
  const readings = [
    lower,
    lower.replace(/0/g, 'o').replace(/1/g, 'l'),
    lower.replace(/0/g, 'o').replace(/1/g, 'i'),
  ];
  return readings
    .map((reading) => reading.replace(/[^\p{L}]/gu, ''))
    .some((letters) => letters.includes(brand.name.toLowerCase()) || taken.has(letters));
}

// Names that customers could be taken for our team under: in what other customers read, and in what our team reads.
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

/** Whether a username, or first and last name together, sounds like us: "support.2", "P0cketfleet Team". */
export function soundsLikeUs(name: string): boolean {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/0/g, 'o')
    .replace(/1/g, 'l')
    .replace(/[^\p{L}]/gu, '');
  return letters.includes(brand.name.toLowerCase()) || taken.has(letters);
}

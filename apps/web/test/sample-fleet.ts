// A fleet with every kind of row: online, offline, scheduled, ending soon, low battery, long names.
import { randomUUID } from 'node:crypto';
import {
  type Assignment,
  accessPermissions,
  type Device,
  type Session,
  type User,
  type Workspace,
} from '@pocketfleet/contract';

const hour = 3_600_000;

export const sampleUser: User = {
  id: randomUUID(),
  username: 'marta.ruiz',
  first_name: 'Marta',
  last_name: 'Ruiz',
  email: 'marta@brightside.example',
  created_at: '2026-03-02T10:00:00Z',
};

/** The workspace that everybody has. */
export function personalOf(user: User): Workspace {
  return {
    id: user.id,
    name: user.username,
    role: 'owner',
    is_personal: true,
    permissions: [...accessPermissions],
    phone_count: rows.length,
    member_count: 1,
    requires_second_factor: false,
    lacks_second_factor: false,
    created_at: user.created_at ?? new Date().toISOString(),
  };
}

type Row = [tag: string, model: string, hoursLeft: number | null, kind: string, battery: number];
const rows: Row[] = [
  ['PF-009', 'Galaxy S23', 292, 'online', 92],
  ['PF-010', 'Galaxy S23', 292, 'online', 78],
  ['PF-014', 'Pixel 8', 292, 'online', 84],
  ['PF-015', 'Pixel 8', 292, 'online', 41],
  ['PF-016', 'Pixel 8', 292, 'offline', 23],
  ['PF-021', 'Pixel 7a', 139, 'online', 66],
  ['PF-022', 'Pixel 7a', 139, 'online', 100],
  ['PF-023', 'Pixel 7a', 139, 'online', 18],
  ['PF-031', 'Moto G Power 5G', 21, 'online', 57],
  ['PF-033', 'Moto G Power 5G', 0.8, 'online', 73],
  ['PF-040', 'Galaxy A54', 626, 'offline', 64],
  ['PF-041', 'Galaxy A54', null, 'online', 95],
  ['PF-047', 'Pixel 8 Pro', 790, 'scheduled', 0],
  ['PF-052', 'Pixel 6', 32, 'online', 62],
];

export function sampleDevices(count = rows.length): Device[] {
  return Array.from({ length: count }, (_, index) => {
    const row = rows[index % rows.length] as Row;
    const round = Math.floor(index / rows.length);
    return makeDevice(round === 0 ? row : [`${row[0]}-${round}`, ...(row.slice(1) as Tail)]);
  });
}
type Tail = [string, number | null, string, number];

function makeDevice([tag, model, hoursLeft, kind, battery]: Row): Device {
  const id = randomUUID();
  const isScheduled = kind === 'scheduled';
  const starts_at = new Date(Date.now() + (isScheduled ? 70 : -100) * hour).toISOString();
  const expires_at =
    hoursLeft === null ? null : new Date(Date.now() + hoursLeft * hour + 60_000).toISOString();
  return {
    id,
    phone_id: id,
    tag,
    model,
    label: tag === 'PF-014' ? 'Front desk' : null,
    replaces: null,
    device_serial: isScheduled ? null : `SN${tag.replace(/\D/g, '')}A7`,
    user_id: sampleUser.id,
    connection_state: kind === 'online' ? 'online' : 'offline',
    battery_state: isScheduled ? null : battery,
    streaming_url: isScheduled ? null : `/frame/${id}`,
    shell_url: null,
    tunnel_url: null,
    computer_id: null,
    computer_name: null,
    computer: null,
    stream_mappings: [{ starts_at, expires_at }],
    assignment_state: isScheduled ? 'scheduled' : 'active',
    assignment_id: randomUUID(),
    starts_at,
    android_version: '15',
    screen_width: 1080,
    screen_height: 2400,
  };
}

export function sampleAssignments(): Assignment[] {
  return rows.map(([tag, model, hoursLeft, kind], index) => ({
    id: randomUUID(),
    tag,
    phone_model: model,
    phone_device_serial: `SN${tag.replace(/\D/g, '')}A7`,
    starts_at: new Date(Date.now() - (index * 55 + 30) * hour).toISOString(),
    expires_at:
      hoursLeft === null
        ? null
        : new Date(Date.now() + (index % 3 === 1 ? -20 : hoursLeft) * hour).toISOString(),
    is_active: index % 3 !== 1,
    state: kind === 'scheduled' ? 'scheduled' : index % 3 === 1 ? 'ended' : 'active',
    order_id: null,
    usage_hours: index * 55 + 30,
    streamed_seconds: index * index * 731,
    can_extend: index % 3 !== 1 && hoursLeft !== null,
    can_hand_back: kind !== 'scheduled' && index % 3 !== 1,
    replaced_by: null,
    replaced_because: null,
    replaced_note: null,
  }));
}

export const sampleSessions: Session[] = [
  [true, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'],
  [false, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [false, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'],
  [false, ''],
].map(([is_current, user_agent], index) => ({
  id: `7f1c9d0e-32a4-4a39-8a53-0d4dfc0a3f1${index}`,
  created_at: '2026-11-19T12:00:00Z',
  last_used_at: '2026-11-20T18:42:00Z',
  expires_at: '2026-11-26T12:00:00Z',
  user_agent: String(user_agent),
  is_current: is_current === true,
}));

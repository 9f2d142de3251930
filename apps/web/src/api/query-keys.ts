// The keys of cached responses. Live events name the ones to fetch again.
export const queryKeys = {
  devices: ['devices'],
  assignments: ['assignments'],
  orders: ['orders'],
  profile: ['profile'],
  sessions: ['sessions'],
  keys: ['keys'],
  webhooks: ['webhooks'],
  connections: ['connections'],
  members: ['team', 'members'],
  invitations: ['team', 'invitations'],
  budget: ['team', 'budget'],
} as const;

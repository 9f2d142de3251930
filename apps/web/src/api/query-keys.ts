// The keys of cached responses. Live events name the ones to fetch again.
export const queryKeys = {
  devices: ['devices'],
  assignments: ['assignments'],
  orders: ['orders'],
  profile: ['profile'],
  sessions: ['sessions'],
  secondFactors: ['second-factors'],
  keys: ['keys'],
  connections: ['connections'],
  webhooks: ['webhooks'],
  members: ['team', 'members'],
  invitations: ['team', 'invitations'],
  budget: ['team', 'budget'],
  shareLinks: ['share-links'],
  viewers: ['viewers'],
  activity: ['activity'],
  questions: ['questions'],
} as const;

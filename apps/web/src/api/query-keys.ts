// The names under which answers are kept; events name what to fetch again.
export const queryKeys = {
  devices: ['devices'],
  assignments: ['assignments'],
  orders: ['orders'],
  profile: ['profile'],
  sessions: ['sessions'],
} as const;

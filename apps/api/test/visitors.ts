// Visitors who register with the site under test, each with their own name, address and network.
import { expect } from 'vitest';
import { linkIn } from './mailed-link.ts';
import type { Answer, TestApp } from './test-app.ts';

export const visitorPassword = 'violet-Kettle-42';

export type Visitor = {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  password: string;
};

export type Visitors = {
  /** A new visitor, who has not registered yet. Further calls come from their network. */
  person: () => Visitor;
  registered: () => Promise<Visitor>;
  verified: () => Promise<Visitor>;
  /** Calls /api/auth/{path}. */
  post: (path: string, payload: object, address?: string) => Promise<Answer>;
  /** The link in the last mail to an address. */
  linkIn: (to: string) => { token: string; email: string };
  /** The links in all mails of this subject, oldest first. */
  linksIn: (to: string, subject: string) => { token: string; email: string }[];
};

export function createVisitors(site: () => TestApp): Visitors {
  let made = 0;
  const visitors: Visitors = {
    person: () => {
      made += 1;
      return {
        username: `grace.${made}`,
        email: `grace.${made}@example.com`,
        firstName: 'Grace',
        lastName: 'Hopper',
        password: visitorPassword,
      };
    },
    registered: async () => {
      const one = visitors.person();
      expect((await visitors.post('register', one)).status).toBe(200);
      await site().runJobs();
      return one;
    },
    verified: async () => {
      const one = await visitors.registered();
      expect((await visitors.post('verify-email', visitors.linkIn(one.email))).status).toBe(200);
      return one;
    },
    post: (path, payload, address = `10.${made}.0.1`) =>
      site().call('POST', `/api/auth/${path}`, { payload, address }),
    linkIn: (to) => linkIn(site().outbox, to),
    linksIn: (to, subject) =>
      site()
        .outbox.filter((mail) => mail.to === to && mail.subject === subject)
        .map((mail) => linkIn([mail], to)),
  };
  return visitors;
}

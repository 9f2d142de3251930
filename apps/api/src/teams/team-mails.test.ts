// Names of teams and people in mails that anybody can have sent to anybody.
import { expect, test } from 'vitest';
import { renderMail } from '../mail/mail-layout.ts';
import { invitationMail, ownershipMail } from './team-mails.ts';

const lure = 'Account locked: https://evil.example/login';

test('a name in a mail about a team is no link, in the subject, the title and the text', () => {
  const invitation = { team: lure, inviter: 'bank.example', role: 'user', email: 'x@y.example' } as const;
  const mails = [
    invitationMail(invitation, 'secret', 'https://site.example'),
    ownershipMail(
      { first_name: 'Vera' },
      { id: 'id', name: lure, from: 'bank.example' },
      'https://site.example',
    ),
  ];
  for (const { subject, html, text } of mails.map(renderMail)) {
    const all = `${subject}\n${html}\n${text}`;
    expect(all).not.toContain('evil.example');
    expect(all).not.toContain('bank.example');
    expect(all).not.toContain('https://evil');
    expect(subject).toContain('evil[.]example');
  }
});

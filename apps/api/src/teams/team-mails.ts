// Mails about teams.
import type { Role } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { type MailContent, withoutLinks } from '../mail/mail.ts';

/** The permissions of each role, in the words of the team page. */
const mayDo: Record<Role, string> = {
  owner: 'You can do everything in it.',
  admin: 'You can use the phones, rent more, and manage members.',
  manager: 'You can use the phones and rent more.',
  user: 'You can see and control its phones.',
  viewer: 'You can watch its phones.',
};

export function invitationMail(
  invitation: { team: string; inviter: string; role: Role; email: string },
  secret: string,
  publicUrl: string,
): MailContent {
  const [team, inviter] = [invitation.team, invitation.inviter].map(withoutLinks);
  return {
    subject: `${inviter} invited you to ${team} on ${brand.name}`,
    title: `Join ${team}`,
    greeting: 'Hello,',
    paragraphs: [
      `${inviter} invited you to the team ${team} on ${brand.name} as ${article(invitation.role)} ${invitation.role}. ${mayDo[invitation.role]}`,
    ],
    button: {
      label: 'Join the team',
      // After #, so that no server and no log on the way reads the secret.
      url: `${publicUrl}/invitation#token=${secret}`,
      isOneTime: true,
    },
    notes: [
      `The link is valid for 72 hours, once, for an account with the address ${invitation.email}.`,
      'If you don’t know who sent this, you can ignore this email.',
    ],
  };
}

export function ownershipMail(
  person: { first_name: string },
  team: { id: string; name: string; from: string },
  publicUrl: string,
): MailContent {
  const [name, from] = [team.name, team.from].map(withoutLinks);
  return {
    subject: `You’re now the owner of ${name}`,
    title: `You’re now the owner of ${name}`,
    greeting: `Hello ${person.first_name},`,
    paragraphs: [
      `${from} made you the owner of the team ${name}. You can do everything in it, and delete it.`,
    ],
    button: { label: 'Open the team', url: `${publicUrl}/team?team=${team.id}` },
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
}

function article(role: Role): string {
  return role === 'owner' || role === 'admin' ? 'an' : 'a';
}

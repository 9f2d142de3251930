// The mail that a program asks something. The program's words stand in it as text: nothing of them becomes a link.
import { type MailContent, type Place, panelUrl, withoutLinks } from '../mail/mail.ts';
import { instantText } from '../platform/instant-text.ts';

type Asked = {
  asker_name: string;
  tag: string;
  question: string;
  choices: readonly string[];
  default_answer: string | null;
  expires_at: string;
};

export function askedMail(firstName: string, asked: Asked, place: Place): MailContent {
  const name = withoutLinks(asked.asker_name);
  const choices = asked.choices.map((choice) => `“${withoutLinks(choice)}”`).join(', ');
  return {
    subject: `${name} asks about ${asked.tag}`,
    title: `A program asks about ${asked.tag}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [`The program “${name}” wrote:`, `“${withoutLinks(asked.question)}”`],
    facts: [
      ...(choices === '' ? [] : [['Choices', choices] as const]),
      ['Phone', asked.tag],
      ['Answer until', instantText(asked.expires_at)],
      [
        'Without an answer',
        asked.default_answer === null ? 'None' : `“${withoutLinks(asked.default_answer)}”`,
      ],
    ],
    button: { label: 'Answer', url: panelUrl(place, '/questions') },
    notes: [
      'A program wrote the question. Don’t send passwords as an answer: take the phone and type them there.',
    ],
  };
}

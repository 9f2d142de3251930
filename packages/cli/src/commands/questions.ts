// `pocketfleet questions` and `pocketfleet answer`: what programs ask people about phones.
import { CommandError, type Terminal } from '@pocketfleet/command-line';
import type { Question } from '@pocketfleet/contract';
import type { Command } from 'commander';
import { works } from '../command.ts';

export function addQuestions(program: Command, terminal: Terminal): void {
  works<{ all?: boolean }>(
    program
      .command('questions')
      .description('what programs ask about your phones, newest first')
      .option('--all', 'also those of the last 7 days that are no longer open'),
    terminal,
    async ({ out, account }, { all = false }) => {
      const rows: Question[] = [];
      for await (const question of account().client.questions({ all })) rows.push(question);
      if (rows.length === 0 && !out.isJson) return out.print('No program waits for an answer.');
      out.rows({ rows }, [
        ['ID', ({ id }) => id, 'whole'],
        ['PHONE', ({ phone }) => phone.tag],
        ['PROGRAM', ({ asker }) => asker.name],
        ['ASKS', ({ question }) => question],
        ['CHOICES', ({ choices }) => choices.map((each) => JSON.stringify(each)).join(' ')],
        ['ANSWER', answerOf],
        ['STATE', ({ state }) => state, 'spare'],
        ['UNTIL', ({ expires_at }) => expires_at, 'spare'],
      ]);
    },
  );
  works<{ text?: string }>(
    program
      .command('answer')
      .argument('<question>', 'its id, as `pocketfleet questions` shows it')
      .argument('[choice]', 'one of its choices')
      .option('--text <text>', 'an answer in your own words, instead of a choice or with it')
      .description('answer what a program asks')
      .addHelpText('after', examples),
    terminal,
    async ({ out, account }, { text }, [id = '', choice]) => {
      if (choice === undefined && text === undefined)
        throw new CommandError('usage', 'Give one of the choices, or a text with --text.');
      const answered = await account().client.answer(id, {
        ...(choice !== undefined && { choice }),
        ...(text !== undefined && { text }),
      });
      out.done(answered, `${answered.asker.name} has your answer.`);
    },
  );
}

function answerOf({ answer }: Question): string {
  if (answer === null) return '';
  const said = [answer.choice, answer.text].filter((each) => each !== null).join(' ');
  return answer.by === null ? `${said} (by default)` : `${said} (${answer.by.name})`;
}

const examples = `
Examples:
  $ pocketfleet answer 5f2c… Seven
  $ pocketfleet answer 5f2c… --text "Seven, the venue moved it"`;

import { Minus, Plus } from 'lucide-react';

type Item = { question: string; answer: string };

const items: readonly Item[] = [
  {
    question: 'How do I get phones?',
    answer:
      'Register, choose how many phones you need and from when, pay by card, and use them at once. Or tell our team which devices you need: they are assigned to your account, you pay, and you use them immediately.',
  },
  {
    question: 'How can I pay?',
    answer:
      'By card, at once, when you rent here. Or through our team, also for bulk rentals: by bank transfer or cryptocurrency.',
  },
  {
    question: 'What if the service does not work?',
    answer:
      'You get a full refund. If a phone fails while you use it, we give you another one or refund the unused whole days.',
  },
  {
    question: 'Where are the phones?',
    answer:
      'In the United States. They are physical Android phones with unlimited data, not emulators, and you control all of the device: apps, gestures, files and shell.',
  },
  {
    question: 'Who uses a phone before and after me?',
    answer:
      'While your rental runs, nobody but you. Between two rentals every phone is cleaned, restarted and checked; one that is not proven clean is not rented.',
  },
];

/** A list of questions of which at most one is open: the browser's own accordion, which needs no script. */
export function Faq({ title = 'Frequently Asked Questions' }: { title?: string }) {
  return (
    <section id="faq" aria-labelledby="faq-title" className="pf-public-section border-hairline border-t">
      <div className="pf-column grid gap-8 lg:grid-cols-[400px_1fr] lg:gap-20">
        <h2 id="faq-title" className="pf-section-title text-balance">
          {title}
        </h2>
        <div className="border-hairline border-b">
          {items.map(({ question, answer }, index) => (
            <details key={question} name="faq" open={index === 0} className="group border-hairline border-t">
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-small py-4 font-semibold text-card [&::-webkit-details-marker]:hidden">
                {question}
                <Plus size={16} className="shrink-0 group-open:hidden" />
                <Minus size={16} className="hidden shrink-0 group-open:block" />
              </summary>
              <p className="max-w-[600px] pb-6 text-card text-second">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

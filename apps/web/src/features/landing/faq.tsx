import { Minus, Plus } from 'lucide-react';
import * as texts from '#language/landing';

type Item = { question: string; answer: string };

const items: readonly Item[] = [
  {
    question: texts.howDoIGetPhones,
    answer: texts.registerChooseHowManyPhones,
  },
  {
    question: texts.howCanIPay,
    answer: texts.byCardAtOnceWhen,
  },
  {
    question: texts.whatIfTheServiceDoes,
    answer: texts.youGetAFullRefund,
  },
  {
    question: texts.whereAreThePhones,
    answer: texts.inTheUnitedStatesThey,
  },
  {
    question: texts.whoUsesAPhoneBefore,
    answer: texts.whileYourRentalRunsNobody,
  },
];

/** A list of questions of which at most one is open: the browser's own accordion, which needs no script. */
export function Faq({ title = texts.frequentlyAskedQuestions }: { title?: string }) {
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

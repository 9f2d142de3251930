import { Minus, Plus } from 'lucide-react';
import * as texts from '#language/help';

const items: readonly (readonly [question: string, answer: string])[] = [
  [texts.offlineQuestion, texts.offlineAnswer],
  [texts.slowQuestion, texts.slowAnswer],
  [texts.keepQuestion, texts.keepAnswer],
  [texts.extendQuestion, texts.extendAnswer],
  [texts.refundQuestion, texts.refundAnswer],
  [texts.payQuestion, texts.payAnswer],
];

/** At most one answer is open: the browser's own accordion. */
export function Questions() {
  return (
    <div className="divide-y divide-hairline border-hairline border-y">
      {items.map(([question, answer]) => (
        <details key={question} name="help-questions" className="group">
          <summary className="flex min-h-10 list-none items-center justify-between gap-4 rounded-small py-2 font-medium [&::-webkit-details-marker]:hidden">
            {question}
            <Plus size={14} className="shrink-0 text-second group-open:hidden" />
            <Minus size={14} className="hidden shrink-0 text-second group-open:block" />
          </summary>
          <p className="pb-3 text-second text-small">{answer}</p>
        </details>
      ))}
    </div>
  );
}

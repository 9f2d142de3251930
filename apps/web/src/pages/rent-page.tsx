import { brand } from '@pocketfleet/rules';
import { usePageTitle } from '../app/page-title.ts';
import { ContactList } from '../features/layout/help-dialog.tsx';

/** Until phones can be rented here: how to get them today. */
export function RentPage() {
  usePageTitle('Rent phones');
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <h1 className="font-semibold text-title">Rent phones</h1>
      <p className="text-second">The team assigns phones to your account</p>
      <section className="mt-6 max-w-[640px] rounded-card border border-hairline bg-surface p-6">
        <h2 className="font-semibold text-card">Tell the team what you need</h2>
        <p className="mt-2 text-second">
          Write how many phones you need, which models, from when and for how long. The team typically
          responds within {brand.salesAnswerHours} hours, and the phones appear under Devices as soon as they
          are yours.
        </p>
        <div className="mt-5">
          <ContactList />
        </div>
      </section>
    </div>
  );
}

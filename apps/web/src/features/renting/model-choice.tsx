import type { ChosenModel, PhoneModel } from '@pocketfleet/contract';
import { Button, Card, Skeleton } from '@pocketfleet/ui';
import * as texts from '#language/renting';
import { reasonOf } from '../../api/errors.ts';
import { chosenCount, withModel } from './chosen-models.ts';
import { androidInWords, ModelPicture } from './model-picture.tsx';
import { PhoneCount } from './phone-count.tsx';
import { type ModelCounts, useModels } from './use-models.ts';

type Choice = { models: ChosenModel[]; phoneCount: number };
type Props = {
  models: readonly ChosenModel[];
  phoneCount: number;
  /** Null until the free phones of each model are known. */
  counts: ModelCounts;
  onChange(choice: Choice): void;
};

/** The customer's choice of phones: any model, or a number of phones of each model (decision 094). */
export function ModelChoice({ models, phoneCount, counts, onChange }: Props) {
  const query = useModels();
  // A chosen model that has left the stock stays in the list, so that the customer can remove it.
  const gone = models.filter(({ model }) => query.data?.every((each) => each.model !== model));
  const offered = [
    ...(query.data ?? []),
    ...gone.map(({ model }): PhoneModel => ({ model, android_versions: [], count: 1 })),
  ];
  const anyModelCount = phoneCount - chosenCount(models);
  return (
    <Card
      title={texts.models}
      aside={
        <Button
          size="small"
          kind="quiet"
          style={shownIf(models.length > 0)}
          onClick={() => onChange({ models: [], phoneCount })}
        >
          {texts.anyModelForAll}
        </Button>
      }
    >
      <div className="grid text-second" aria-live="polite">
        <p style={{ gridArea: '1/1', ...shownIf(models.length === 0) }}>{texts.anyModelBestPhones}</p>
        <p style={{ gridArea: '1/1' }}>
          {models.length === 0 ? null : texts.chosenOf(phoneCount - anyModelCount, phoneCount, anyModelCount)}
        </p>
      </div>
      {query.isPending ? <Skeleton className="mt-4 h-32 w-full" /> : null}
      {query.isError ? (
        <p role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-error">
          {texts.modelsCouldNotBeLoaded}
          {reasonOf(query.error)}
          <Button size="small" isBusy={query.isFetching} onClick={() => void query.refetch()}>
            {texts.tryAgain}
          </Button>
        </p>
      ) : null}
      <ul className="mt-4 grid gap-3 xl:grid-cols-2">
        {offered.map((offer) => (
          <ModelRow
            key={offer.model}
            offer={offer}
            chosen={models.find(({ model }) => model === offer.model)?.count ?? 0}
            free={counts === null ? null : (counts.find(({ model }) => model === offer.model)?.free ?? 0)}
            onChange={(count) => onChange(withModel({ models, phoneCount }, offer.model, count))}
          />
        ))}
      </ul>
    </Card>
  );
}

/** Hidden things keep their place: a second click must hit the same button. */
function shownIf(isShown: boolean): { visibility: 'hidden' } | undefined {
  return isShown ? undefined : { visibility: 'hidden' };
}

type RowProps = { offer: PhoneModel; chosen: number; free: number | null; onChange(count: number): void };

function ModelRow({ offer, chosen, free, onChange }: RowProps) {
  const { model, android_versions } = offer;
  const isShort = free !== null && chosen > free;
  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border p-3 ${chosen > 0 ? 'border-field' : 'border-hairline'}`}
    >
      <ModelPicture model={model} />
      <div className="min-w-28 flex-1">
        <p className="font-medium">{model}</p>
        <p className="text-second text-small">{androidInWords(android_versions)}</p>
        <p className={`text-small tabular-nums ${isShort ? 'text-warning' : 'text-second'}`}>
          {freeInWords(free, offer.count)}
        </p>
      </div>
      <PhoneCount
        label={texts.phonesOfModel(model)}
        stepLabels={{ less: texts.oneLess(model), more: texts.oneMore(model) }}
        least={0}
        value={chosen}
        onChange={onChange}
      />
    </li>
  );
}

function freeInWords(free: number | null, count: number): string {
  return free === null ? texts.inAll(count) : texts.freeOf(free, count);
}

// Which models a customer has chosen, and how many phones of each (decision 094). In the address each model is one field,
// `model=2 Pixel 7`. Pure.
import type { Availability, ChosenModel } from '@pocketfleet/contract';
import { phonesPerOrder } from '@pocketfleet/rules';

/** The models in the fields of this name; a field that isn't "count name" and a repeated model are left out. */
export function readModels(query: URLSearchParams, field: string): ChosenModel[] {
  const models: ChosenModel[] = [];
  for (const text of query.getAll(field)) {
    const [, count = '', model = ''] = /^(\d{1,2}) (\S.{0,98})$/.exec(text) ?? [];
    if (Number(count) >= 1 && !models.some((each) => each.model === model))
      models.push({ model, count: Number(count) });
  }
  return models;
}

export function writeModels(query: URLSearchParams, field: string, models: readonly ChosenModel[]): void {
  query.delete(field);
  for (const { model, count } of models) query.append(field, `${count} ${model}`);
}

/** How many phones are of chosen models. */
export function chosenCount(models: readonly ChosenModel[]): number {
  return models.reduce((sum, { count }) => sum + count, 0);
}

/** At most as many as phones are rented: the last ones lose first. */
export function cutModels(models: readonly ChosenModel[], phoneCount: number): ChosenModel[] {
  let left = phoneCount;
  const kept = models.map(({ model, count }) => {
    const cut = Math.min(count, left);
    left -= cut;
    return { model, count: cut };
  });
  return kept.filter(({ count }) => count > 0);
}

/** The choice with another count of one model, and as many phones as it needs at least. */
export function withModel(
  known: { models: readonly ChosenModel[]; phoneCount: number },
  model: string,
  count: number,
): { models: ChosenModel[]; phoneCount: number } {
  const others = known.models.filter((each) => each.model !== model);
  const most = phonesPerOrder.max - chosenCount(others);
  const wanted = Math.max(0, Math.min(count, most));
  const isKnown = others.length < known.models.length;
  const models = isKnown
    ? known.models.map((each) => (each.model === model ? { model, count: wanted } : each))
    : [...known.models, { model, count: wanted }];
  const kept = models.filter((each) => each.count > 0);
  return { models: kept, phoneCount: Math.max(known.phoneCount, chosenCount(kept)) };
}

/** The free phones of each model, at most as many as were chosen. */
export function freeModels(models: readonly ChosenModel[], answer: Availability): ChosenModel[] {
  const freeOf = new Map(answer.models?.map(({ model, free }) => [model, free]));
  return models
    .map(({ model, count }) => ({ model, count: Math.min(count, freeOf.get(model) ?? 0) }))
    .filter(({ count }) => count > 0);
}

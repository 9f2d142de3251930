/** "2 Pixel 7, 3 of any model"; null where any phone will do. */
export function modelsInWords(
  models: readonly { model: string; count: number }[],
  phoneCount: number,
): string | null {
  if (models.length === 0) return null;
  const any = phoneCount - models.reduce((sum, { count }) => sum + count, 0);
  const named = models.map(({ model, count }) => `${count} ${model}`);
  return [...named, ...(any > 0 ? [`${any} of any model`] : [])].join(', ');
}

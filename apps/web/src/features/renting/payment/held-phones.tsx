/** The phones that are held, by name. Both may change until the start. */
export function HeldPhones(props: { title: string; phones: readonly { tag: string; model: string }[] }) {
  const { title, phones } = props;
  if (phones.length === 0) return null;
  return (
    <div className="mt-4 border-hairline border-t pt-4">
      <h3 className="text-second text-small">{title}</h3>
      <ul className="mt-2 grid max-h-64 gap-1.5 overflow-y-auto">
        {phones.map(({ tag, model }) => (
          <li key={tag} className="truncate rounded-control border border-hairline px-3 py-1.5 text-small">
            <span className="font-medium font-mono">{tag}</span>{' '}
            <span className="ml-2 text-second">{model}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

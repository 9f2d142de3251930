// Names the others at a phone in the bar of its session. A default export: loaded after the picture.
import { Button } from '@pocketfleet/ui';
import { Users } from 'lucide-react';
import { useEffect } from 'react';
import * as texts from '#language/sharing';
import { useViewers } from './use-sharing.ts';

type Props = {
  deviceId: string;
  /** Undefined for those who may not share the phone. */
  onOpen: (() => void) | undefined;
  onOthers(areHere: boolean): void;
};

/** Names the first and counts the others; a narrow window has room for the number only. It opens the list with what can be done. */
export default function Watchers({ deviceId, onOpen, onOthers }: Props) {
  const viewers = useViewers(deviceId).data ?? [];
  const names = viewers.filter(({ is_you }) => !is_you).map(texts.nameWithKind);
  const [first] = names;
  const areHere = names.length > 0;
  useEffect(() => {
    onOthers(areHere);
    return () => onOthers(false);
  }, [areHere, onOthers]);
  const inBrief = (
    <>
      <span className="max-w-40 truncate max-xl:hidden">{texts.firstOf(names)}</span>
      <span className="xl:hidden">{names.length}</span>
    </>
  );
  return (
    <>
      <span role="status" className="sr-only">
        {first === undefined ? null : texts.alsoHere(names)}
      </span>
      {first === undefined ? null : onOpen ? (
        <Button
          size="small"
          kind="quiet"
          icon={<Users aria-hidden="true" />}
          className="-ml-2 max-sm:px-1.5"
          aria-label={texts.showWhoIsHere(names)}
          title={names.join(', ')}
          onClick={onOpen}
        >
          {inBrief}
        </Button>
      ) : (
        <span
          aria-hidden="true"
          title={names.join(', ')}
          className="flex items-center gap-1.5 text-second text-small"
        >
          <Users size={14} className="shrink-0" />
          {inBrief}
        </span>
      )}
    </>
  );
}

import { Button, EmptyState } from '@pocketfleet/ui';
import { CloudOff, RefreshCw, SearchX } from 'lucide-react';
import * as texts from '#language/devices';
import { devicesSentence } from '../../api/errors.ts';

export function DevicesFailed(props: { error: unknown; isRefreshing: boolean; onRefresh(): void }) {
  return (
    <EmptyState
      isAlert
      icon={<CloudOff />}
      title={texts.yourPhonesCouldNotBeLoaded}
      action={
        <Button kind="primary" isBusy={props.isRefreshing} icon={<RefreshCw />} onClick={props.onRefresh}>
          {texts.retry}
        </Button>
      }
    >
      {devicesSentence(props.error)}
    </EmptyState>
  );
}

export function NoMatch({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={texts.noPhoneMatches}
      action={<Button onClick={onClear}>{texts.clearSearchAndFilters}</Button>}
    >
      {texts.noneOfYourPhonesFits}
    </EmptyState>
  );
}

import { PhoneBody, phoneFamily } from '@pocketfleet/ui';
import * as texts from '#language/renting';

const litScreen = { background: 'linear-gradient(160deg, var(--pf-lime), transparent 60%)', opacity: 0.6 };

/** A drawn phone of the model's family; the name beside it says the same. */
export function ModelPicture({ model }: { model: string }) {
  return (
    <span aria-hidden="true" className="shrink-0">
      <PhoneBody family={phoneFamily(model)} scale={0.085}>
        <span style={litScreen} className="block h-full" />
      </PhoneBody>
    </span>
  );
}

/** "Android 15, 14"; empty while it isn't known. */
export function androidInWords(versions: readonly string[]): string {
  return versions.length === 0 ? '' : texts.android(versions.join(', '));
}

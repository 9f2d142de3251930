import { PhoneBody, phoneFamily } from '@pocketfleet/ui';
import * as texts from '#language/renting';

/** A drawn phone of the model's family; the name beside it says the same. */
export function ModelPicture({ model }: { model: string }) {
  return (
    <span aria-hidden="true" className="shrink-0">
      <PhoneBody family={phoneFamily(model)} scale={0.085}>
        <span className="block h-full bg-[linear-gradient(160deg,var(--color-lime),transparent_60%)] opacity-60" />
      </PhoneBody>
    </span>
  );
}

/** "Android 15, 14"; empty while it isn't known. */
export function androidInWords(versions: readonly string[]): string {
  return versions.length === 0 ? '' : texts.android(versions.join(', '));
}

import { PhoneBody } from '../src/index.ts';
import { Sheet, Specimen } from './sheet.tsx';

export function Phones() {
  return (
    <Sheet title="Phones">
      <Specimen name="PhoneBody: Pixel, Galaxy, Moto; ringed; small" onInk>
        {(['pixel', 'galaxy', 'moto'] as const).map((family) => (
          <PhoneBody key={family} family={family} scale={0.4}>
            <Screen words={family} />
          </PhoneBody>
        ))}
        <PhoneBody family="pixel" scale={0.4} isRinged>
          <Screen words="keyboard" />
        </PhoneBody>
        <PhoneBody family="pixel" scale={0.14}>
          <Screen words="" />
        </PhoneBody>
      </Specimen>
    </Sheet>
  );
}

function Screen({ words }: { words: string }) {
  return (
    <p className="on-ink grid size-full place-items-center bg-surface text-second text-small">{words}</p>
  );
}

import { PhoneBody } from '@pocketfleet/ui';
import { ScreenArt } from './screen-art.tsx';

const columns = [
  {
    shift: '-mt-40',
    phones: [
      { art: 'chat', family: 'galaxy' },
      { art: 'home', family: 'pixel' },
    ],
  },
  {
    shift: '-mt-64',
    phones: [
      { art: 'sunset', family: 'pixel' },
      { art: 'map', family: 'moto' },
    ],
  },
  {
    shift: '-mt-24',
    phones: [
      { art: 'home', family: 'moto' },
      { art: 'chat', family: 'pixel' },
    ],
  },
] as const;

/** The ink half beside a form: phones in their bodies, dropped under 1024 px. Pure decoration. */
export function PhoneWall() {
  return (
    <div
      aria-hidden="true"
      className="on-ink sticky top-0 hidden h-dvh overflow-hidden bg-page text-main lg:block"
    >
      <div className="absolute inset-0 flex justify-center gap-7">
        {columns.map((column) => (
          <div key={column.shift} className={`flex shrink-0 flex-col gap-7 ${column.shift}`}>
            {column.phones.map((phone) => (
              <PhoneBody key={phone.art} family={phone.family} scale={0.66}>
                <ScreenArt name={phone.art} />
              </PhoneBody>
            ))}
          </div>
        ))}
      </div>
      <div className="absolute inset-0 bg-linear-to-b from-ink/10 from-40% via-ink/80 via-72% to-ink to-88%" />
      <p className="absolute bottom-14 left-12 font-semibold text-total">
        Your phones are where you left them.
      </p>
    </div>
  );
}

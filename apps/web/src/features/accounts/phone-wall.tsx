import { PhoneBody } from '@pocketfleet/ui';
import chat from '../../media/chat.webp';
import feed from '../../media/feed.webp';
import home from '../../media/home.webp';
import profile from '../../media/profile.webp';
import settings from '../../media/settings.webp';
import typing from '../../media/typing.webp';

const columns = [
  {
    shift: '-mt-40',
    phones: [
      { screen: typing, family: 'galaxy' },
      { screen: home, family: 'pixel' },
    ],
  },
  {
    shift: '-mt-64',
    phones: [
      { screen: feed, family: 'pixel' },
      { screen: settings, family: 'moto' },
    ],
  },
  {
    shift: '-mt-24',
    phones: [
      { screen: chat, family: 'moto' },
      { screen: profile, family: 'pixel' },
    ],
  },
] as const;

/** The ink half beside a form: screens of our phones, hidden under 1024 px. Decoration only. */
export function PhoneWall({ line }: { line: string }) {
  return (
    <div
      aria-hidden="true"
      className="on-ink sticky top-0 hidden h-dvh overflow-hidden bg-page text-main lg:block"
    >
      <div className="absolute inset-0 flex justify-center gap-7">
        {columns.map((column) => (
          <div key={column.shift} className={`flex shrink-0 flex-col gap-7 ${column.shift}`}>
            {column.phones.map((phone) => (
              <PhoneBody key={phone.screen} family={phone.family} scale={0.66}>
                <img
                  src={phone.screen}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  className="size-full object-cover"
                />
              </PhoneBody>
            ))}
          </div>
        ))}
      </div>
      <div className="absolute inset-0 bg-linear-to-b from-ink/10 from-40% via-ink/80 via-72% to-ink to-88%" />
      <p className="absolute bottom-14 left-12 font-semibold text-total">{line}</p>
    </div>
  );
}

import { PhoneBody } from '@pocketfleet/ui';
import type { ReactNode } from 'react';
import feed from '../../media/feed.webp';
import files from '../../media/files.webp';
import home from '../../media/home.webp';
import settings from '../../media/settings.webp';
import typing from '../../media/typing.webp';
import video from '../../media/video.webp';
import { wall } from './wall.ts';

const cards: readonly { title: string; words: string; picture: ReactNode }[] = [
  {
    title: 'Run social accounts',
    words: 'Each account on its own real phone with its own apps, the way a person uses it.',
    picture: <Pair left={feed} right={home} />,
  },
  {
    title: 'Test on real hardware',
    words: 'Install a build, follow the steps, take screenshots and recordings of what happens.',
    picture: <Pair left={files} right={settings} />,
  },
  {
    title: 'Automate through a shell',
    words: 'A live shell for every phone, beside its picture. Script what you repeat.',
    picture: <Shell />,
  },
  {
    title: 'Launch campaigns',
    words: 'Watch a whole fleet at once and open any phone with one key.',
    picture: <Wall />,
  },
  {
    title: 'Answer your customers',
    words: 'Messaging apps on real phones and US networks. Type with your own keyboard.',
    picture: <Pair left={typing} right={feed} />,
  },
  {
    title: 'See what the US sees',
    words: 'Feeds, videos, prices and search results, as people in the country get them.',
    picture: <Pair left={home} right={video} />,
  },
];

export function Possibilities() {
  return (
    <section aria-labelledby="possibilities-title" className="pf-public-section bg-sunken">
      <div className="pf-column">
        <div className="flex flex-col justify-between gap-4 md:flex-row md:items-end">
          <h2 id="possibilities-title" className="pf-section-title">
            Endless Possibilities
          </h2>
          <p className="max-w-[400px] text-card text-second">
            A phone of your own, in the US, on unlimited data. Here is what teams use it for.
          </p>
        </div>
        <ul className="mt-12 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card) => (
            <li key={card.title} className="overflow-hidden rounded-card border border-hairline bg-surface">
              <div aria-hidden="true" className="relative h-[248px] overflow-hidden bg-page">
                {card.picture}
              </div>
              <div className="border-hairline border-t p-6">
                <h3 className="font-semibold text-card">{card.title}</h3>
                <p className="mt-1.5 text-public text-second">{card.words}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Pair({ left, right }: { left: string; right: string }) {
  return (
    <div className="absolute inset-x-0 top-8 flex items-start justify-center gap-4">
      <PhoneBody family="pixel" scale={0.46}>
        <Still src={left} />
      </PhoneBody>
      <div className="mt-14">
        <PhoneBody family="galaxy" scale={0.46}>
          <Still src={right} />
        </PhoneBody>
      </div>
    </div>
  );
}

function Wall() {
  return (
    <div className="absolute inset-x-0 top-6 mx-auto grid w-[336px] grid-cols-6 gap-x-2 gap-y-3">
      {wall.map((src) => (
        <PhoneBody key={src} family="pixel" scale={0.142}>
          <Still src={src} />
        </PhoneBody>
      ))}
    </div>
  );
}

function Shell() {
  return (
    <pre className="on-ink absolute inset-x-6 top-6 bottom-0 overflow-hidden rounded-t-card border border-hairline border-b-0 bg-page p-5 font-mono text-main text-small leading-[22px]">
      <Prompt /> monkey -p com.android.notes 1{'\n'}
      <Prompt /> input text &quot;oat milk&quot;{'\n'}
      <Prompt /> screencap -p /sdcard/a.png{'\n'}
      <Prompt /> ls -s /sdcard/a.png{'\n'}
      <span className="text-second">212 /sdcard/a.png</span>
      {'\n'}
      <Prompt /> <span className="bg-lime text-lime">_</span>
    </pre>
  );
}

function Prompt() {
  return <span className="text-online">$</span>;
}

function Still({ src }: { src: string }) {
  return (
    <img
      src={src}
      alt=""
      width={322}
      height={715}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
    />
  );
}

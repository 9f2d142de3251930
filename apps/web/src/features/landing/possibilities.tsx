import { PhoneBody } from '@pocketfleet/ui';
import type { ReactNode } from 'react';
import * as texts from '#language/landing';
import chat from '../../media/chat.webp';
import files from '../../media/files.webp';
import inbox from '../../media/inbox.webp';
import post from '../../media/post.webp';
import profile from '../../media/profile.webp';
import search from '../../media/search.webp';
import testRun from '../../media/test-run.webp';
import video from '../../media/video.webp';
import wall from '../../media/wall.webp';

/** Each card has a scene of its own, and no picture is shown twice (test/landing-scenes.ts). */
const cards: readonly { title: string; words: string; picture: ReactNode }[] = [
  {
    title: texts.runSocialAccounts,
    words: texts.eachAccountOnItsOwn,
    picture: <Pair left={profile} right={post} />,
  },
  {
    title: texts.testOnRealHardware,
    words: texts.installABuildFollow,
    picture: <Pair left={testRun} right={files} />,
  },
  {
    title: texts.automateThroughAShell,
    words: texts.aLiveShellForEvery,
    picture: <Shell />,
  },
  {
    title: texts.launchCampaigns,
    words: texts.watchAWholeFleet,
    picture: <Wall />,
  },
  {
    title: texts.answerYourCustomers,
    words: texts.messagingAppsOnRealPhones,
    picture: <Pair left={inbox} right={chat} />,
  },
  {
    title: texts.seeWhatTheUsSees,
    words: texts.feedsVideosPricesAndSearch,
    picture: <Pair left={search} right={video} />,
  },
];

export function Possibilities() {
  return (
    <section
      aria-labelledby="possibilities-title"
      className="pf-public-section border-hairline border-t bg-sunken"
    >
      <div className="pf-column">
        <div className="flex flex-col justify-between gap-4 md:flex-row md:items-end">
          <h2 id="possibilities-title" className="pf-section-title">
            {texts.endlessPossibilities}
          </h2>
          <p className="max-w-[400px] text-card text-second">{texts.aPhoneOfYourOwn}</p>
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
    <div className="absolute inset-x-0 top-8 flex items-start justify-center gap-4 max-lg:[zoom:0.86]">
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
    <img
      src={wall}
      alt=""
      width={336}
      height={236}
      loading="lazy"
      decoding="async"
      className="absolute inset-x-0 top-6 mx-auto max-lg:[zoom:0.86]"
    />
  );
}

function Shell() {
  return (
    <pre className="on-ink absolute inset-x-6 top-6 bottom-0 overflow-hidden rounded-t-card border border-hairline border-b-0 bg-page p-5 font-mono text-main text-body leading-7">
      <Prompt />
      {texts.monkeyCommand}
      <Prompt />
      {texts.inputCommand}
      <Prompt />
      {texts.screencapCommand}
      <Prompt />
      {texts.listCommand}
      <span className="text-second">{texts.screenshotListing}</span>
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

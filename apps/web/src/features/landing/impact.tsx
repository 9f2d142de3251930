import { phoneName } from '@pocketfleet/rules';
import { PhoneBody } from '@pocketfleet/ui';
import { MousePointerClick, Radio, Upload } from 'lucide-react';
import * as texts from '#language/landing';
import settings from '../../media/settings.webp';

const features = [
  {
    icon: Radio,
    title: texts.realTimeStreaming,
    words: texts.seeWhatThePhoneDoes,
  },
  {
    icon: Upload,
    title: texts.fileDragAndDrop,
    words: texts.dropAnApkToInstall,
  },
  {
    icon: MousePointerClick,
    title: texts.fullDeviceControl,
    words: texts.appInstallationGesturesAndSystem,
  },
] as const;

export function Impact() {
  return (
    <section aria-labelledby="impact-title" className="pf-public-section">
      <div className="pf-column grid items-center gap-12 lg:grid-cols-[400px_1fr] lg:gap-20">
        <div>
          <h2 id="impact-title" className="pf-section-title">
            {texts.maximizeYour}
            <span className="pf-mark">{texts.impact}</span>
          </h2>
          <p className="mt-5 text-card text-second">{texts.onePersonCanRunFifty}</p>
          <ul className="mt-8 divide-y divide-hairline border-hairline border-y">
            {features.map(({ icon: Icon, title, words }) => (
              <li key={title} className="flex gap-4 py-5">
                <span className="mt-0.5 inline-flex size-9 shrink-0 items-center justify-center rounded-control border border-hairline bg-surface">
                  <Icon size={16} />
                </span>
                <div>
                  <h3 className="font-semibold text-card">{title}</h3>
                  <p className="mt-1 text-public text-second">{words}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <Stage />
      </div>
    </section>
  );
}

/** An ink stage with a phone, a file on its way into it, and its shell. */
function Stage() {
  return (
    <div className="on-ink pf-stage relative h-[480px] overflow-hidden rounded-card border border-hairline text-main sm:h-[600px]">
      <p className="absolute top-6 right-6 flex items-center gap-2 font-mono text-caption text-second">
        <span aria-hidden="true" className="size-1.5 rounded-full bg-online-bar" />
        {texts.pf004}
        {phoneName('SM-A546B')}
      </p>
      <div className="absolute top-14 left-[8%] max-sm:-left-3 max-sm:[zoom:0.8]">
        <PhoneBody family="galaxy" scale={0.94}>
          <img
            src={settings}
            alt={texts.theSettingsOfAPhone}
            width={322}
            height={715}
            loading="lazy"
            // Loaded lazily, because it is near the first screen and would be fetched before the text is painted.
            data-arrive
            className="size-full object-cover"
          />
        </PhoneBody>
      </div>
      <div className="absolute right-[5%] bottom-12 grid w-[58%] max-w-[340px] gap-3">
        <div className="rounded-card border border-control bg-surface p-4">
          <p className="flex items-center gap-2.5 font-medium text-body">
            <Upload size={15} className="text-lime" />
            {texts.dropToInstall}
          </p>
          <p className="mt-1 text-second text-small">{texts.shop42Apk48Mb}</p>
        </div>
        <pre className="overflow-hidden rounded-card border border-control bg-sunken p-4 font-mono text-caption leading-5">
          <span className="text-online">$</span>
          {texts.pmListPackages3}
          <span className="text-second">{texts.packageComExampleShop}</span>
          {'\n'}
          <span className="text-online">$</span> <span className="bg-lime text-lime">_</span>
        </pre>
      </div>
    </div>
  );
}

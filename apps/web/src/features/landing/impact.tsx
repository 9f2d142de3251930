import { phoneName } from '@pocketfleet/rules';
import { PhoneBody } from '@pocketfleet/ui';
import { MousePointerClick, Radio, Upload } from 'lucide-react';
import settings from '../../media/settings.webp';

const features = [
  {
    icon: Radio,
    title: 'Real-time streaming',
    words: 'See what the phone does as it does it. Delay and frame rate stay on screen.',
  },
  {
    icon: Upload,
    title: 'File drag and drop',
    words: 'Drop an APK to install it, drop any other file to push it to the phone.',
  },
  {
    icon: MousePointerClick,
    title: 'Full device control',
    words: 'App installation, gestures and system-level access through a real shell.',
  },
] as const;

export function Impact() {
  return (
    <section aria-labelledby="impact-title" className="pf-public-section">
      <div className="pf-column grid items-center gap-12 lg:grid-cols-[400px_1fr] lg:gap-20">
        <div>
          <h2 id="impact-title" className="pf-section-title">
            Maximize Your <span className="pf-mark">Impact</span>
          </h2>
          <p className="mt-5 text-card text-second">
            One person can run fifty phones from one browser tab. Nothing to install, no drawer full of
            cables.
          </p>
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
        PF-004 {phoneName('SM-A546B')}
      </p>
      <div className="absolute top-14 left-[8%] max-sm:-left-3 max-sm:[zoom:0.8]">
        <PhoneBody family="galaxy" scale={0.94}>
          <img
            src={settings}
            alt="The settings of a phone"
            width={322}
            height={715}
            loading="lazy"
            // Near the first screen, it would be fetched before the text is painted.
            data-arrive
            className="size-full object-cover"
          />
        </PhoneBody>
      </div>
      <div className="absolute right-[5%] bottom-12 grid w-[58%] max-w-[340px] gap-3">
        <div className="rounded-card border border-control bg-surface p-4">
          <p className="flex items-center gap-2.5 font-medium text-body">
            <Upload size={15} className="text-lime" />
            Drop to install
          </p>
          <p className="mt-1 text-second text-small">shop-4.2.apk, 48 MB</p>
        </div>
        <pre className="overflow-hidden rounded-card border border-control bg-sunken p-4 font-mono text-caption leading-5">
          <span className="text-online">$</span> pm list packages -3{'\n'}
          <span className="text-second">package:com.example.shop</span>
          {'\n'}
          <span className="text-online">$</span> <span className="bg-lime text-lime">_</span>
        </pre>
      </div>
    </div>
  );
}

import { Battery, Camera, Folder, House, Keyboard, Power, RotateCw, Terminal, Volume2 } from 'lucide-react';
import { Logo, LogoMark } from '../src/index.ts';
import { Sheet, Specimen } from './sheet.tsx';

const grounds = ['page', 'surface', 'sunken', 'hover', 'segment', 'hairline', 'control', 'field'];
const marks = ['online-bar', 'warning-bar', 'warning-tint', 'error-bar', 'error-tint', 'primary', 'lime'];
const texts = [
  ['main', 'text-main'],
  ['second', 'text-second'],
  ['third', 'text-third'],
  ['online', 'text-online'],
  ['warning', 'text-warning'],
  ['error', 'text-error'],
  ['scheduled', 'text-scheduled'],
] as const;
const sizes = [
  ['section 32/36', 'text-section font-semibold'],
  ['total 28/32', 'text-total font-semibold'],
  ['title 24/32', 'text-title font-semibold'],
  ['lead 18/28', 'text-lead'],
  ['card 16/24', 'text-card'],
  ['public 15/22', 'text-public'],
  ['body 14/20', 'text-body'],
  ['small 13/20', 'text-small'],
  ['caption 12/16', 'text-caption'],
  ['mono 13/20', 'font-mono text-small tabular-nums'],
] as const;
const icons = { House, RotateCw, Volume2, Power, Camera, Keyboard, Folder, Terminal, Battery };

export function Foundations() {
  return (
    <Sheet title="Foundations">
      <Specimen name="Logo, LogoMark" onInk>
        <Logo />
        <LogoMark />
      </Specimen>
      <Specimen name="Grounds and lines">
        {[...grounds, ...marks].map((name) => (
          <figure key={name} className="w-24 text-caption text-second">
            <div
              className="mb-1.5 h-12 rounded-control border border-control"
              style={{ background: `var(--pf-${name})` }}
            />
            {name}
          </figure>
        ))}
      </Specimen>
      <Specimen name="Text colours" onInk>
        {texts.map(([name, className]) => (
          <p key={name} className={`${className} font-medium`}>
            {name}
          </p>
        ))}
      </Specimen>
      <Specimen name="Type">
        <ul className="grid gap-3">
          {sizes.map(([name, className]) => (
            <li key={name} className={className}>
              {name}: 12 phones, $1,234.56
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Icons: 14 in small buttons, 16, 18 in the toolbar; stroke 1.75" onInk>
        {[14, 16, 18].flatMap((size) =>
          Object.entries(icons).map(([name, Icon]) => <Icon key={`${name}-${size}`} size={size} />),
        )}
      </Specimen>
    </Sheet>
  );
}

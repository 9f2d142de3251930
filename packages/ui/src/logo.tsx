import { brand } from '@pocketfleet/rules';

export function LogoMark() {
  return (
    <svg width="22" height="24" viewBox="0 0 22 24" fill="none" aria-hidden="true" className="shrink-0">
      <path d="M1.5 9v6M4.75 6.5v11" stroke="var(--pf-field)" strokeWidth="1.75" strokeLinecap="round" />
      <rect x="8.4" y="2.4" width="12.2" height="19.2" rx="4" stroke="currentColor" strokeWidth="2" />
      <circle cx="14.5" cy="12" r="2.6" fill="var(--pf-lime)" stroke="var(--pf-main)" strokeWidth="1" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-main">
      <LogoMark />
      <span className="font-semibold text-[1.0625rem] tracking-[-0.025em]">{brand.name}</span>
    </span>
  );
}

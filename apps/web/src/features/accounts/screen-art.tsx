// Drawn phone screens for the decoration of account pages, until recordings of our own phones replace them.
export type ScreenName = 'home' | 'sunset' | 'chat' | 'map';

export function ScreenArt({ name }: { name: ScreenName }) {
  return (
    <svg viewBox="0 0 322 715" className="block size-full" preserveAspectRatio="xMidYMid slice">
      <title>A phone's screen</title>
      {{ home: <HomeArt />, sunset: <SunsetArt />, chat: <ChatArt />, map: <MapArt /> }[name]}
      <circle cx="161" cy="24" r="9" fill="#000" />
    </svg>
  );
}

function HomeArt() {
  const colors = ['#25D366', '#E4405F', '#111', '#27A7E7', '#FF4500', '#5865F2', '#F00', '#F4F3EE'];
  return (
    <>
      <defs>
        <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0B1B2B" />
          <stop offset="1" stopColor="#1F5563" />
        </linearGradient>
      </defs>
      <rect width="322" height="715" fill="url(#dusk)" />
      <circle cx="190" cy="300" r="62" fill="#54A9A3" opacity=".22" />
      <circle cx="190" cy="300" r="38" fill="#5FB4AC" />
      <path d="M0 420q80-60 170-10t152-20v325H0z" fill="#153F4B" />
      <path d="M0 500q90-40 180 0t142-10v225H0z" fill="#0E2E38" />
      <text x="28" y="108" fill="#F4F3EE" fontSize="26" fontWeight="500">
        Fri, Nov 20
      </text>
      <text x="28" y="134" fill="#F4F3EE" fontSize="14" opacity=".8">
        64°F · Clear
      </text>
      {colors.map((color, index) => (
        <rect
          key={color}
          x={28 + (index % 4) * 72}
          y={455 + Math.floor(index / 4) * 84}
          width="50"
          height="50"
          rx="25"
          fill={color}
        />
      ))}
      <rect x="24" y="636" width="274" height="46" rx="23" fill="#fff" opacity=".16" />
    </>
  );
}

function SunsetArt() {
  return (
    <>
      <defs>
        <linearGradient id="sunset" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#3B1D4E" />
          <stop offset=".55" stopColor="#A8486E" />
          <stop offset="1" stopColor="#E07A5F" />
        </linearGradient>
      </defs>
      <rect width="322" height="715" fill="url(#sunset)" />
      <circle cx="120" cy="250" r="56" fill="#FFC58A" />
      <path d="M0 715V430h36v-60h34v80h30v-130h44v110h28v-70h40v100h36V360h34v90h40v265z" fill="#24122F" />
      <path d="M0 715V520h60v-40h50v60h60v-80h46v70h50v-40h56v225z" fill="#170B20" />
      <circle cx="286" cy="420" r="17" fill="#F4F3EE" opacity=".9" />
      <path d="M286 486l-16-15c-9-9 4-22 16-10 12-12 25 1 16 10z" fill="#FF3B5C" />
      <rect x="272" y="520" width="28" height="24" rx="12" fill="#fff" />
      <rect x="24" y="600" width="130" height="12" rx="6" fill="#fff" opacity=".9" />
      <rect x="24" y="624" width="190" height="9" rx="4.5" fill="#fff" opacity=".55" />
      <rect x="24" y="642" width="150" height="9" rx="4.5" fill="#fff" opacity=".55" />
    </>
  );
}

function ChatArt() {
  const lines = [
    [0, 110, 190],
    [1, 166, 170],
    [0, 222, 150],
    [1, 300, 210],
    [0, 356, 130],
    [1, 412, 180],
    [0, 468, 205],
    [1, 546, 140],
  ] as const;
  return (
    <>
      <rect width="322" height="715" fill="#EFE7DD" />
      <rect width="322" height="92" fill="#0C6B58" />
      <circle cx="52" cy="66" r="16" fill="#D9A37C" />
      <rect x="80" y="54" width="120" height="10" rx="5" fill="#fff" />
      <rect x="80" y="70" width="60" height="7" rx="3.5" fill="#fff" opacity=".6" />
      {lines.map(([side, y, width]) => (
        <g key={y}>
          <rect
            x={side ? 304 - width : 18}
            y={y}
            width={width}
            height="46"
            rx="12"
            fill={side ? '#D7F5C6' : '#fff'}
          />
          <rect
            x={(side ? 304 - width : 18) + 14}
            y={y + 13}
            width={width - 60}
            height="8"
            rx="4"
            fill="#223"
            opacity=".55"
          />
          <rect
            x={(side ? 304 - width : 18) + 14}
            y={y + 27}
            width={width - 40}
            height="8"
            rx="4"
            fill="#223"
            opacity=".3"
          />
        </g>
      ))}
      <rect x="16" y="644" width="238" height="46" rx="23" fill="#fff" />
      <circle cx="284" cy="667" r="23" fill="#0C6B58" />
    </>
  );
}

function MapArt() {
  return (
    <>
      <rect width="322" height="715" fill="#E9ECE4" />
      <path d="M-20 200L340 90M-20 420L340 300M60-20l90 760M220-20l80 760" stroke="#fff" strokeWidth="16" />
      <path d="M-20 560L340 480" stroke="#F6D77A" strokeWidth="18" />
      <rect x="20" y="230" width="90" height="110" rx="8" fill="#CBE5BD" transform="rotate(-14 60 290)" />
      <path
        d="M70 470C150 430 90 330 190 300S210 200 236 176"
        stroke="#2F6BE8"
        strokeWidth="9"
        fill="none"
        strokeLinecap="round"
      />
      <path d="M236 178c-26-34-26-62 0-62s26 28 0 62z" fill="#E2453B" />
      <circle cx="70" cy="470" r="11" fill="#2F6BE8" stroke="#fff" strokeWidth="4" />
      <rect y="560" width="322" height="155" rx="24" fill="#fff" />
      <rect x="28" y="590" width="150" height="13" rx="6.5" fill="#1B1D22" />
      <rect x="28" y="614" width="210" height="9" rx="4.5" fill="#8B8D8E" />
      <rect x="28" y="644" width="96" height="34" rx="17" fill="#2F6BE8" />
      <rect x="134" y="644" width="80" height="34" rx="17" fill="#DCE7FF" />
    </>
  );
}

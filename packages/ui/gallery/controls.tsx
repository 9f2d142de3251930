import { LayoutGrid, List, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  buttonClass,
  Card,
  CopyButton,
  cardClass,
  IconButton,
  Menu,
  MenuItem,
  MenuLabel,
  MenuOnDemand,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  Segmented,
  Slider,
  Tabs,
  ThemeChoices,
  ThemeProvider,
  Toolbar,
  ToolbarButton,
  Tooltip,
  TooltipBeside,
  toast,
} from '../src/index.ts';
import { Sheet, Specimen } from './sheet.tsx';

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const;
const sizes = ['small', 'medium', 'large'] as const;

export function Controls() {
  return (
    <Sheet title="Controls">
      {kinds.map((kind) => (
        <Specimen key={kind} name={`Button ${kind}: sizes, icon, busy, disabled`} onInk>
          {sizes.map((size) => (
            <Button key={size} kind={kind} size={size}>
              {size}
            </Button>
          ))}
          <Button kind={kind} icon={<RefreshCw />}>
            Refresh
          </Button>
          <Button kind={kind} isBusy>
            Sending...
          </Button>
          <Button kind={kind} disabled>
            Not now
          </Button>
        </Specimen>
      ))}
      <Specimen name="buttonClass: a link that acts as a button" onInk>
        <a href="#top" className={buttonClass('primary')}>
          Get Started
        </a>
        <a href="#top" className={buttonClass('secondary')}>
          Sign In
        </a>
        <a href="#top" className={buttonClass('quiet')}>
          Devices
        </a>
      </Specimen>
      <Specimen name="CopyButton">
        <CopyButton
          value="PF-001"
          label="tag"
          onCopied={() => toast.success('tag copied to clipboard!')}
          onFailed={() => toast.error('Failed to copy to clipboard.')}
        />
      </Specimen>
      <Specimen name="IconButton: small, usual, disabled" onInk>
        <IconButton label="Refresh" icon={<RefreshCw size={16} />} size="small" />
        <IconButton label="Refresh the list" icon={<RefreshCw size={18} />} />
        <IconButton label="Refresh later" icon={<RefreshCw size={18} />} disabled />
      </Specimen>
      <Specimen name="Card: title, lead, aside, footer; its look alone">
        <Card title="Sessions" lead="Where you are signed in" aside="2" footer="Ends every stream, too">
          This browser
        </Card>
        <ul>
          <li className={`${cardClass} p-4`}>A message</li>
        </ul>
      </Specimen>
      <Views />
      <Scale />
      <Rooms />
      <Specimen name="Menu: label, radio, item, separator">
        <ThemeMenu />
      </Specimen>
      <Specimen name="Menu on demand: fetched on the way to it">
        <MenuOnDemand
          button={<Button>Fetch and open</Button>}
          menu={
            <Menu trigger={<Button>Fetch and open</Button>} startsOpen>
              <MenuItem onSelect={() => undefined}>Rename</MenuItem>
              <MenuSeparator />
              <ThemeProvider>
                <ThemeChoices />
              </ThemeProvider>
            </Menu>
          }
          load={() => Promise.resolve()}
        />
      </Specimen>
      <Specimen name="Toolbar">
        <Toolbar label="Phone" orientation="horizontal" className="flex gap-2">
          <ToolbarButton className={buttonClass()}>Home</ToolbarButton>
          <ToolbarButton className={buttonClass()}>Back</ToolbarButton>
        </Toolbar>
      </Specimen>
      <Specimen name="Tooltip">
        <Tooltip content="Refreshes the list">
          <Button icon={<RefreshCw />}>Refresh</Button>
        </Tooltip>
      </Specimen>
      <Specimen name="TooltipBeside">
        <Described />
      </Specimen>
    </Sheet>
  );
}

function Described() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isShown, setShown] = useState(false);
  return (
    <span ref={setAnchor} className="inline-flex">
      <Button onFocus={() => setShown(true)} onBlur={() => setShown(false)}>
        Rotate
      </Button>
      {anchor && isShown ? (
        <TooltipBeside anchor={anchor} id="gallery-tooltip" side="right">
          Turns the screen
        </TooltipBeside>
      ) : null}
    </span>
  );
}

function Views() {
  const [view, setView] = useState<'list' | 'mosaic'>('list');
  const options = [
    { value: 'list', label: 'List', icon: <List size={16} /> },
    {
      value: 'mosaic',
      label: 'Mosaic',
      icon: <LayoutGrid size={16} />,
    },
  ] as const;
  return (
    <Specimen name="Segmented: usual, small" onInk>
      <Segmented label="View" value={view} options={options} onChange={(next) => setView(next)} />
      <Segmented
        label="View, small"
        value={view}
        options={options}
        onChange={(next) => setView(next)}
        isSmall
      />
    </Specimen>
  );
}

function Scale() {
  const [scale, setScale] = useState(0.6);
  const range = { min: 0.4, max: 1.5, step: 0.1, format: (value: number) => `${Math.round(value * 100)}%` };
  return (
    <Specimen name="Slider: in between, at its end">
      <Slider label="Scale" value={scale} onChange={setScale} {...range} />
      <Slider label="Smallest" value={0.4} onChange={() => undefined} {...range} />
    </Specimen>
  );
}

function Rooms() {
  const [tab, setTab] = useState<'profile' | 'security'>('profile');
  return (
    <Specimen name="Tabs">
      <div className="w-full rounded-card border border-hairline">
        <Tabs
          label="Settings"
          value={tab}
          onChange={(next) => setTab(next)}
          end={<Button size="small">Done</Button>}
          tabs={[
            { value: 'profile', label: 'Profile', content: <p className="p-4">What others see.</p> },
            { value: 'security', label: 'Security', content: <p className="p-4">What keeps you safe.</p> },
          ]}
        />
      </div>
    </Specimen>
  );
}

function ThemeMenu() {
  const [theme, setTheme] = useState('system');
  return (
    <Menu trigger={<Button>Open menu</Button>}>
      <MenuLabel>Theme</MenuLabel>
      <MenuRadioGroup label="Theme" value={theme} onValueChange={setTheme}>
        {['system', 'light', 'dark'].map((value) => (
          <MenuRadioItem key={value} value={value} staysOpen>
            {value}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem icon={<RefreshCw size={16} />}>Refresh</MenuItem>
      <MenuItem asChild>
        <a href="#top">Account settings</a>
      </MenuItem>
    </Menu>
  );
}

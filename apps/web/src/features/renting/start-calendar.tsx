// The calendar of /rent. A default export: the heaviest part of its page, loaded beside it.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { DayPicker } from 'react-day-picker';

/** Dates are YYYY-MM-DD; those before `first` and after `last` can't be chosen. */
export default function StartCalendar(props: {
  value: string;
  first: string;
  last: string;
  /** When this changes the calendar turns to the chosen day, also where the day stays the same. */
  turnKey: string;
  onChange(date: string): void;
}) {
  const selected = dayOf(props.value);
  const [month, setMonth] = useState(selected);
  const wanted = `${props.value} ${props.turnKey}`;
  const [shownFor, setShownFor] = useState(wanted);
  if (shownFor !== wanted) {
    // Chosen elsewhere, or by a step back in the browser: the calendar turns to it.
    setShownFor(wanted);
    setMonth(selected);
  }
  return (
    <DayPicker
      mode="single"
      required
      selected={selected}
      month={month}
      onMonthChange={setMonth}
      startMonth={dayOf(props.first)}
      endMonth={dayOf(props.last)}
      disabled={[{ before: dayOf(props.first) }, { after: dayOf(props.last) }]}
      onSelect={(day) => props.onChange(dateOf(day))}
      labels={{
        labelDayButton: (day, { today, selected: isSelected }) =>
          `${today ? 'Today, ' : ''}${dayName.format(day)}${isSelected ? ', selected' : ''}`,
      }}
      components={{ Chevron: Arrow }}
      classNames={classNames}
    />
  );
}

const dayName = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

const navButton =
  'inline-flex size-8 items-center justify-center rounded-control border border-control text-second hover:bg-hover hover:text-main aria-disabled:cursor-not-allowed aria-disabled:border-hairline aria-disabled:text-control';

const classNames = {
  root: 'w-full',
  months: 'relative',
  month: 'w-full',
  month_caption: 'flex h-8 items-center',
  caption_label: 'font-medium',
  nav: 'absolute top-0 right-0 flex gap-1',
  button_previous: navButton,
  button_next: navButton,
  month_grid: 'mt-3 w-full table-fixed border-collapse',
  weekday: 'h-8 font-normal text-second text-small',
  day: 'p-0.5 text-center',
  day_button:
    'inline-flex h-9 w-full min-w-6 items-center justify-center rounded-control border border-transparent text-body tabular-nums hover:bg-hover disabled:cursor-not-allowed disabled:text-third/60 disabled:hover:bg-transparent',
  today: '[&>button]:border-control [&>button]:font-semibold',
  selected:
    '[&>button]:!border-transparent [&>button]:!bg-main [&>button]:!text-page [&>button]:font-semibold',
  disabled: '',
  outside: 'invisible',
} as const;

function Arrow({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon size={16} />;
}

/** The calendar reckons with local days of the browser. */
function dayOf(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
}

function dateOf(day: Date): string {
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

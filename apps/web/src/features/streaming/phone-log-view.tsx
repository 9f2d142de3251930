import { Button, Checkbox, Select, saveFile } from '@pocketfleet/ui';
import { Download, Eraser, Pause, Play } from 'lucide-react';
import { type UIEvent, useLayoutEffect, useRef, useState } from 'react';
import * as texts from '#language/debug';
import { fileNameFor } from '../../streams/file-name.ts';
import { filterLog, type LogFilter, type LogLevel, type LogLine, logLevels, writeLog } from './log-lines.ts';
import { maxLogLines, type PhoneLog } from './use-phone-log.ts';

/** So many lines are on the page; the file has all that match. */
const maxShown = 500;

type Props = { log: PhoneLog; app: string | null; pids: readonly number[]; tag: string };

export function PhoneLogView({ log, app, pids, tag }: Props) {
  const [filter, setFilter] = useState<Omit<LogFilter, 'pids'>>({ level: 'V', tag: '', text: '' });
  const [isAppOnly, setAppOnly] = useState(false);
  /** The lines when the view was paused. The log goes on behind them. */
  const [held, setHeld] = useState<readonly LogLine[] | null>(null);
  const matching = filterLog(held ?? log.lines, { ...filter, pids: isAppOnly ? pids : null });
  const change = (next: Partial<LogFilter>) => setFilter({ ...filter, ...next });
  const save = () => {
    const name = fileNameFor(tag, new Date(), 'log.txt');
    saveFile(new Blob([writeLog(matching)], { type: 'text/plain' }), name);
  };
  return (
    <section aria-label={texts.log} className="flex min-h-0 flex-1 flex-col">
      <div className="grid shrink-0 grid-cols-2 gap-2 border-hairline border-b px-4 py-2">
        <Select
          aria-label={texts.level}
          value={filter.level}
          options={logLevels.map((value) => ({ value, label: texts.levels[value] }))}
          onChange={(event) => change({ level: levelOf(event.target.value) })}
          className="h-8! text-small"
        />
        <FilterField label={texts.tag} value={filter.tag} onChange={(value) => change({ tag: value })} />
        <FilterField label={texts.text} value={filter.text} onChange={(text) => change({ text })} />
        <div className="flex items-center text-small">
          <Checkbox
            label={texts.onlyAppInFront}
            title={app ?? undefined}
            checked={isAppOnly}
            onChange={(event) => setAppOnly(event.target.checked)}
          />
        </div>
        <div className="col-span-2 flex flex-wrap items-center gap-2">
          <Button
            size="small"
            icon={held ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
            onClick={() => setHeld(held ? null : log.lines)}
          >
            {held ? texts.resume : texts.pause}
          </Button>
          <Button
            size="small"
            icon={<Eraser aria-hidden="true" />}
            onClick={() => {
              log.clear();
              setHeld(held && []);
            }}
          >
            {texts.clear}
          </Button>
          <Button
            size="small"
            icon={<Download aria-hidden="true" />}
            disabled={matching.length === 0}
            onClick={save}
          >
            {texts.download}
          </Button>
          <span className="text-caption text-second">
            {texts.linesOf(matching.length, (held ?? log.lines).length)}
          </span>
        </div>
      </div>
      <LogLines lines={matching.slice(-maxShown)} isWhole={log.lines.length < maxLogLines} />
      <LogStatus log={log} isPaused={held !== null} />
    </section>
  );
}

function levelOf(value: string): LogLevel {
  return logLevels.find((level) => level === value) ?? 'V';
}

function FilterField(props: { label: string; value: string; onChange(value: string): void }) {
  return (
    <input
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      className="pf-input h-8 min-w-0 px-2.5 text-small"
    />
  );
}

const colors: Partial<Record<LogLevel, string>> = { W: 'text-warning', E: 'text-error', F: 'text-error' };

/** Follows the newest line until the reader scrolls up. */
function LogLines({ lines, isWhole }: { lines: readonly LogLine[]; isWhole: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (lines.length > 0 && isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines]);
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24;
  };
  return (
    <div
      ref={list}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={texts.lines}
      className="min-h-0 flex-1 overflow-auto px-4 py-2 font-mono text-caption -outline-offset-2"
    >
      {lines.length === 0 ? <p className="font-sans text-second">{texts.noLine}</p> : null}
      {isWhole ? null : <p className="font-sans text-second">{texts.olderLinesAreDropped(maxLogLines)}</p>}
      {lines.map(({ id, atMs, level, tag, text }) => (
        <p key={id} className={`whitespace-pre-wrap break-words ${colors[level] ?? 'text-main'}`}>
          <span className="text-third">{timeOf(atMs)}</span> {level}{' '}
          <span className="text-second">{tag}</span> {text}
        </p>
      ))}
    </div>
  );
}

function timeOf(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

function LogStatus({ log, isPaused }: { log: PhoneLog; isPaused: boolean }) {
  const { state } = log;
  return (
    <div className="flex min-h-9 shrink-0 items-center justify-between gap-3 border-hairline border-t px-4 py-1 text-caption text-second">
      <span role="status">
        {state.name === 'open' ? (isPaused ? texts.paused : texts.following) : null}
        {state.name === 'connecting' ? texts.opening : null}
        {state.name === 'waiting' ? texts.tryingAgain(state.detail) : null}
        {state.name === 'ended' ? <span className="text-warning">{state.detail}</span> : null}
      </span>
      {state.name === 'ended' ? (
        <Button size="small" onClick={log.restart}>
          {texts.tryAgain}
        </Button>
      ) : null}
    </div>
  );
}

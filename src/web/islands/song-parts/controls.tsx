/** @jsxImportSource preact */
// The controls of the theatre: all buttons, sliders and switches with names.
import type { VNode } from 'preact';
import type { SayKey } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { iconLink, iconPause, iconPlay } from '../../ui/icons.ts';
import { OFFSET_MOST, SCROLL, type TheatreSettings } from './settings.ts';
import type { Loop } from './stage.ts';

export type TheatreWord =
  | ('theatre' | 'play' | 'pause' | 'loading' | 'failed' | 'again' | 'position' | 'of' | 'densityLabel')
  | ('scroll' | 'rate' | 'mirror' | 'loopStart' | 'loopEnd' | 'loopClear' | 'loop' | 'copy' | 'copied' | 'copyFailed')
  | ('more' | 'offset' | 'milliseconds' | 'times' | 'hitSounds' | 'paged' | 'keys');

const RATES = [0.5, 0.75, 1, 1.25] as const;

export interface ControlsProps {
  readonly say: SayKey<TheatreWord>;
  readonly isPlaying: boolean;
  readonly isPaged: boolean;
  readonly settings: TheatreSettings;
  readonly rate: number;
  /** The loop as it is said; undefined: none. */
  readonly loop: Loop | undefined;
  readonly loopText: string;
  readonly onPlay: () => void;
  readonly onRate: (rate: number) => void;
  readonly onSettings: (change: Partial<TheatreSettings>) => void;
  readonly onLoop: (edge: 'from' | 'to' | 'none') => void;
  readonly onCopy: () => void;
}

export function Controls(props: ControlsProps): VNode {
  const { say, isPlaying, settings, rate, loop, loopText, onPlay, onRate, onSettings, onLoop, onCopy } = props;
  return (
    <div class="theatre-controls">
      <div class="theatre-row">
        <Button type="button" variant="main" icon={isPlaying ? iconPause : iconPlay} onClick={onPlay}>
          {say(isPlaying ? 'pause' : 'play')}
        </Button>
        <Slider
          label={say('scroll')}
          min={SCROLL.least}
          max={SCROLL.most}
          step={1}
          value={settings.scroll}
          text={String(settings.scroll)}
          onValue={(scroll) => onSettings({ scroll })}
        />
        <label class="theatre-field">
          <span>{say('rate')}</span>
          <select class="input" onChange={(event) => onRate(Number(event.currentTarget.value))}>
            {RATES.map((one) => (
              <option key={one} value={one} selected={one === rate}>
                {say('times', { number: one })}
              </option>
            ))}
          </select>
        </label>
        <Switch
          label={say('mirror')}
          isOn={settings.isMirrored}
          onSwitch={(isMirrored) => onSettings({ isMirrored })}
        />
      </div>
      <div class="theatre-row">
        <Button type="button" onClick={() => onLoop('from')}>
          {say('loopStart')}
        </Button>
        <Button type="button" onClick={() => onLoop('to')}>
          {say('loopEnd')}
        </Button>
        {loop !== undefined && (
          <Button type="button" onClick={() => onLoop('none')}>
            {say('loopClear')}
          </Button>
        )}
        <Button type="button" variant="quiet" icon={iconLink} onClick={onCopy}>
          {say('copy')}
        </Button>
        <span role="status">{loopText}</span>
      </div>
      <details>
        <summary>{say('more')}</summary>
        <div class="theatre-row">
          <Slider
            label={say('offset')}
            min={-OFFSET_MOST}
            max={OFFSET_MOST}
            step={5}
            value={settings.offset}
            text={say('milliseconds', { number: settings.offset })}
            onValue={(offset) => onSettings({ offset })}
          />
          <Switch
            label={say('hitSounds')}
            isOn={settings.hasHitSounds}
            onSwitch={(hasHitSounds) => onSettings({ hasHitSounds })}
          />
          <Switch label={say('paged')} isOn={props.isPaged} onSwitch={(isPaged) => onSettings({ isPaged })} />
        </div>
        <p class="meta">{say('keys')}</p>
      </details>
    </div>
  );
}

interface SliderProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The value as it is said. */
  readonly text: string;
  readonly onValue: (value: number) => void;
}

const Slider = ({ label, text, onValue, ...range }: SliderProps): VNode => (
  <label class="theatre-field">
    <span>{label}</span>
    <input
      type="range"
      {...range}
      aria-valuetext={text}
      onInput={(event) => onValue(event.currentTarget.valueAsNumber)}
    />
    <span class="theatre-value" aria-hidden="true">
      {text}
    </span>
  </label>
);

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

const Switch = ({ label, isOn, onSwitch }: SwitchProps): VNode => (
  <label class="theatre-field">
    <input type="checkbox" checked={isOn} onChange={(event) => onSwitch(event.currentTarget.checked)} />
    <span>{label}</span>
  </label>
);

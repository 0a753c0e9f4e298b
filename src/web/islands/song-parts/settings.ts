// What a person set in the theatre, kept on this device.

export interface TheatreSettings {
  /** 1 to 12; higher is faster. */
  readonly scroll: number;
  readonly isMirrored: boolean;
  /** Milliseconds that the picture is ahead of the sound, -200 to 200. */
  readonly offset: number;
  readonly hasHitSounds: boolean;
  /** Undefined: as the device wants motion. */
  readonly isPaged: boolean | undefined;
}

export const SCROLL = { least: 1, most: 12 } as const;
export const OFFSET_MOST = 200;

const DEFAULTS: TheatreSettings = {
  scroll: 5,
  isMirrored: false,
  offset: 0,
  hasHitSounds: false,
  isPaged: undefined,
};
const STORED = 'livehouse.theatre';

const within = (value: unknown, least: number, most: number, otherwise: number): number =>
  typeof value === 'number' && value >= least && value <= most ? value : otherwise;

export function readSettings(): TheatreSettings {
  try {
    const { scroll, isMirrored, offset, hasHitSounds, isPaged } = Object(
      JSON.parse(localStorage.getItem(STORED) ?? '{}'),
    );
    return {
      scroll: within(scroll, SCROLL.least, SCROLL.most, DEFAULTS.scroll),
      isMirrored: isMirrored === true,
      offset: within(offset, -OFFSET_MOST, OFFSET_MOST, DEFAULTS.offset),
      hasHitSounds: hasHitSounds === true,
      isPaged: typeof isPaged === 'boolean' ? isPaged : undefined,
    };
  } catch {
    return DEFAULTS;
  }
}

export function keepSettings(settings: TheatreSettings): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(settings));
  } catch {
    // Storage may be closed to us; the settings hold for this page.
  }
}

export { DEFAULTS as FIRST_SETTINGS };

// Frame headers of MP3 (MPEG 1, 2 and 2.5, layer III), for whoever walks or measures sounds. Pure.

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

export interface Mp3Frame {
  readonly bitrate: number;
  readonly sampleRate: number;
  readonly version: number;
  readonly bytes: number;
}

/** The frame whose header is at `at`; undefined when there is none. */
export function readMp3Frame(bytes: Uint8Array, at: number): Mp3Frame | undefined {
  const [b0 = 0, b1 = 0, b2 = 0] = bytes.subarray(at, at + 3);
  if (b0 !== 0xff || (b1 & 0xe0) !== 0xe0) return undefined;
  const version = (b1 >> 3) & 3;
  const isLayer3 = ((b1 >> 1) & 3) === 1;
  const bitrate = (version === 3 ? BITRATES_V1 : BITRATES_V2)[b2 >> 4];
  const base = SAMPLE_RATES[(b2 >> 2) & 3];
  if (version === 1 || !isLayer3 || bitrate === undefined || bitrate === 0 || base === undefined) return undefined;
  const sampleRate = version === 3 ? base : version === 2 ? base / 2 : base / 4;
  const padding = (b2 >> 1) & 1;
  return {
    bitrate,
    sampleRate,
    version,
    bytes: Math.floor(((version === 3 ? 144_000 : 72_000) * bitrate) / sampleRate) + padding,
  };
}

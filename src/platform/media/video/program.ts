// The child program that converts video with the FFmpeg of `node-av` (process.ts starts it in an empty folder and
// environment). It reads the video from standard input and the task from its argument, and writes `media.mp4` and
// `still.png` to the working folder; standard output reports the time position. Streams are created anew, so no
// metadata of the original is copied. Exits with 1 when the video cannot be decoded.
import { writeSync } from 'node:fs';
import { BitStreamFilterAPI, Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { AV_LOG_QUIET, FF_ENCODER_AAC, FF_ENCODER_LIBX264, FF_ENCODER_PNG } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { sealProcess } from '../confinement/seal.ts';
import { limitOwnProcess } from '../picture/limits.ts';
import { type VideoTask, videoTask } from './task.ts';

const INPUT = '/dev/stdin';
const TELL_MS = 1000;
const TURNS: ReadonlyMap<number, string> = new Map([
  [90, 'transpose=clock,'],
  [180, 'hflip,vflip,'],
  [270, 'transpose=cclock,'],
]);

const openInput = (task: VideoTask): Promise<Demuxer> =>
  Demuxer.open(INPUT, {
    format: task.container === 'webm' ? 'matroska' : 'mov',
    options: { protocol_whitelist: 'file' },
  });

/** Upright and within bounds. */
function pictureFilter({ rotation, sideMax }: VideoTask): string {
  const fit = `w='min(${sideMax},iw)':h='min(${sideMax},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  return `${TURNS.get(rotation) ?? ''}scale=${fit},setsar=1`;
}

async function makeFilm(task: VideoTask): Promise<void> {
  await using input = await openInput(task);
  await using output = await Muxer.open('media.mp4', {
    format: 'mp4',
    options: { movflags: '+faststart', fflags: '+bitexact' },
  });
  const [video, audio] = [input.video(), input.audio()];
  if (video === undefined || video === null) throw new Error('there is no picture');
  const { rate, soundRate, secondsMax, ratePerSecondMax } = task;
  const decoder = await Decoder.create(video);
  const { num, den } = video.avgFrameRate;
  const fewer = den > 0 && num / den > ratePerSecondMax ? `,fps=${ratePerSecondMax}` : '';
  const picture = `${pictureFilter(task)}${fewer},format=yuv420p`;
  const filter = FilterAPI.create(picture, {});
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder,
    filter,
    options: { preset: 'veryfast', crf: 23, maxrate: rate, bufsize: 2 * rate, flags: '+bitexact' },
  });
  // Removes SEI units (type 6), in which the encoder stores its name and settings.
  const nameless = BitStreamFilterAPI.create('filter_units', encoder, { options: { remove_types: '6' } });
  const chains = [writeStream(input, output, video.index, decoder, filter, encoder, secondsMax, nameless)];
  if (audio !== undefined && audio !== null) {
    const soundDecoder = await Decoder.create(audio);
    const soundFilter = FilterAPI.create(
      'aresample=48000,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo',
      {},
    );
    const soundEncoder = await Encoder.create(FF_ENCODER_AAC, {
      decoder: soundDecoder,
      filter: soundFilter,
      bitrate: soundRate,
      options: { flags: '+bitexact' },
    });
    chains.push(writeStream(input, output, audio.index, soundDecoder, soundFilter, soundEncoder, secondsMax));
  }
  await Promise.all(chains);
}

/** Transcodes one stream from the input to the output. */
async function writeStream(
  input: Demuxer,
  output: Muxer,
  index: number,
  decoder: Decoder,
  filter: FilterAPI,
  encoder: Encoder,
  secondsMax: number,
  strip?: BitStreamFilterAPI,
): Promise<void> {
  const target = output.addStream(encoder, strip === undefined ? {} : { bsf: strip });
  let toldAt = 0;
  const encoded = encoder.packets(filter.frames(decoder.frames(input.packets(index))));
  for await (const packet of strip === undefined ? encoded : strip.packets(encoded)) {
    await output.writePacket(packet, target);
    if (packet === null) continue;
    const seconds = (Number(packet.pts) * packet.timeBase.num) / packet.timeBase.den;
    if (Date.now() - toldAt > TELL_MS) {
      toldAt = Date.now();
      // `process.stdout` would use a socket call, which is blocked here.
      writeSync(1, `out_time_us=${Math.max(0, Math.round(seconds * 1_000_000))}\n`);
    }
    if (seconds > secondsMax) throw new RangeError('the video is too long');
  }
}

async function makeStill(task: VideoTask): Promise<void> {
  await using input = await openInput(task);
  await using output = await Muxer.open('still.png', { format: 'image2', options: { update: '1' } });
  const video = input.video();
  if (video === undefined || video === null) throw new Error('there is no picture');
  using decoder = await Decoder.create(video);
  using filter = FilterAPI.create(`thumbnail=24,${pictureFilter(task)},format=rgb24`, {});
  using encoder = await Encoder.create(FF_ENCODER_PNG, { decoder, filter });
  const target = output.addStream(encoder);
  for await (const packet of encoder.packets(filter.frames(decoder.frames(input.packets(video.index))))) {
    await output.writePacket(packet, target);
    if (packet !== null) break;
  }
}

const task = videoTask.parse(JSON.parse(process.argv[2] ?? ''));
Log.setLevel(AV_LOG_QUIET);
limitOwnProcess({
  memoryBytes: task.memoryBytes,
  processorSeconds: task.processorSeconds,
  fileBytes: task.bytesMax,
});
sealProcess();
try {
  await makeStill(task);
  await makeFilm(task);
  process.exit(0);
} catch (error) {
  writeSync(2, `${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

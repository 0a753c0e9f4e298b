// A film of ten minutes, 1920 × 1080 at 30 frames a second, for measurements beside the conversion of one: ten seconds are
// encoded and repeated sixty times. Needs the development dependency `node-av`.
import { Decoder, Demuxer, Encoder, Muxer } from 'node-av/api';
import { AV_LOG_QUIET, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Log, type Packet } from 'node-av/lib';

const SECONDS = 10;
const TIMES = 60;
const SOURCE = `testsrc2=size=1920x1080:rate=30:duration=${SECONDS}`;

/** Writes the film to `path`. */
export async function writeFilm(path: string): Promise<void> {
  Log.setLevel(AV_LOG_QUIET);
  await using input = await Demuxer.open(SOURCE, { format: 'lavfi' });
  const video = input.video();
  if (video === undefined || video === null) throw new Error('FFmpeg made no film');
  using decoder = await Decoder.create(video);
  // Without frames that refer to later ones, each copy can follow the one before it.
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder,
    options: { preset: 'ultrafast', crf: 30, bf: 0, maxrate: 1_200_000, bufsize: 2_400_000 },
  });
  await using output = await Muxer.open(path, { format: 'mp4' });
  const target = output.addStream(encoder);
  const packets: Packet[] = [];
  for await (const packet of encoder.packets(decoder.frames(input.packets(video.index)))) {
    const copy = packet?.clone();
    if (copy === undefined || copy === null) continue;
    packets.push(copy);
  }
  for (let time = 0; time < TIMES; time++) {
    for (const packet of packets) {
      const copy = packet.clone();
      if (copy === null) throw new Error('there is no room for a packet');
      const shift = BigInt(Math.round((time * SECONDS * copy.timeBase.den) / copy.timeBase.num));
      copy.pts += shift;
      copy.dts += shift;
      await output.writePacket(copy, target);
    }
  }
}

// How long people wait until their pictures are ready, from the first request of the upload: 16 photographs of 12 megapixels of
// one person, a photograph of another person that comes in the middle of them, and 16 tiny pictures; then the same while a film
// of ten minutes is converted. The service and its children may use every core; the client shares them. Readiness is read
// from the database, so that the client asks the service for nothing but the uploads.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import sharp from 'sharp';
import { connectTo, createTestDatabase } from '../tests/fixtures/database.ts';
import { LONG_FILM, writeFilm } from '../tests/fixtures/film.ts';
import { readJson } from '../tests/fixtures/people.ts';
import { type RunningLivehouse, startLivehouse, withFolder } from './livehouse.ts';
import { formatTable, medianOf } from './machine.ts';
import type { Scale } from './scale.ts';
import { createUploader, UPLOADER_SECRET, type Uploader } from './uploader.ts';

const FILES = 16;
const ROUNDS_MOST = 3;
const UPLOADS_AT_ONCE = 4;
const PART_BYTES = 8 * 1024 * 1024;
const WIDTH = 4000;
const HEIGHT = 3000;
/** The other person's photograph comes this long after the first request for the sixteen. */
const BETWEEN_MS = 500;
const LOOK_MS = 10;
const WAIT_MS = 120_000;
/** What a film in work may cost the others. */
const FILM_FACTOR = 1.5;

/** Seconds that each may take while no film is in work. */
const GOALS = { photographs: 5, stranger: 3, tiny: 1.5 } as const;
type Step = keyof typeof GOALS;
const NAMES: Readonly<Record<Step, string>> = {
  photographs: `${FILES} photographs of ${(WIDTH * HEIGHT) / 1_000_000} megapixels of one person`,
  stranger: 'a photograph of another person meanwhile',
  tiny: `${FILES} tiny pictures of one person`,
};

interface Sending {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

interface Bench {
  readonly livehouse: RunningLivehouse;
  readonly sql: SQL;
  readonly one: Uploader;
  readonly other: Uploader;
  readonly photograph: Sending;
  readonly tiny: Sending;
}

/** Prints how long pictures take, alone and beside a film. */
export async function benchPictures(scale: Scale): Promise<void> {
  await using database = await createTestDatabase();
  await withFolder(async (folder) => {
    const film = join(folder, 'film.mp4');
    await writeFilm(film, LONG_FILM);
    const data = join(folder, 'house');
    mkdirSync(data);
    const environment = { DATABASE_URL: database.url, AUTH_SECRET: UPLOADER_SECRET, LIMITS: 'off', QUOTAS: 'off' };
    const livehouse = await startLivehouse(data, { environment, pinned: false });
    await using sql = connectTo(database.url);
    try {
      await waitFor(async () => (await askReadiness(livehouse)).includes('"jobs":"ok"'));
      const [one, other, director] = [
        await createUploader(database),
        await createUploader(database),
        await createUploader(database),
      ];
      const bench = { livehouse, sql, one, other, photograph: await makePhotograph(), tiny: await makeTiny() };
      const rounds = scale.roundsGiven ? scale.rounds : ROUNDS_MOST;
      const alone = await repeat(bench, rounds);
      const id = await send(livehouse, director, { bytes: await Bun.file(film).bytes(), mediaType: 'video/mp4' });
      await waitFor(() => isConverting(sql, id));
      const beside = await repeat(bench, rounds);
      if (!(await isConverting(sql, id))) throw new Error('the film was done before the pictures were');
      print(rounds, alone, beside);
    } finally {
      await livehouse.stop();
    }
  });
}

type Measured = Readonly<Record<Step, readonly number[]>>;

/** Each step `rounds` times, after one round that does not count; seconds. */
async function repeat(bench: Bench, rounds: number): Promise<Measured> {
  const measured = { photographs: [] as number[], stranger: [] as number[], tiny: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const photographs = timeUploads(bench, bench.one, bench.photograph, FILES);
    await Bun.sleep(BETWEEN_MS);
    const stranger = await timeUploads(bench, bench.other, bench.photograph, 1);
    const seconds = {
      photographs: await photographs,
      stranger,
      tiny: await timeUploads(bench, bench.one, bench.tiny, FILES),
    };
    if (round === 0) continue;
    measured.photographs.push(seconds.photographs);
    measured.stranger.push(seconds.stranger);
    measured.tiny.push(seconds.tiny);
  }
  return measured;
}

function print(rounds: number, alone: Measured, beside: Measured): void {
  const rowOf = (step: Step, measured: Measured, factor: number): readonly string[] => {
    const seconds = medianOf(measured[step]);
    const goal = GOALS[step] * factor;
    const all = measured[step].map((value) => value.toFixed(2)).join(' ');
    return [NAMES[step], seconds.toFixed(2), all, `≤ ${goal} ${seconds <= goal ? 'met' : 'missed'}`];
  };
  const steps = ['photographs', 'stranger', 'tiny'] as const;
  const head = [`seconds until ready, median of ${rounds}`, 's', 'each', 'goal'];
  const rows = [
    ...steps.map((step) => rowOf(step, alone, 1)),
    ['while a film of ten minutes is converted', '', '', ''],
    ...steps.map((step) => rowOf(step, beside, FILM_FACTOR)),
  ];
  process.stdout.write(`${formatTable(head, rows)}\n`);
}

/** Seconds from the first request until every file is ready. */
async function timeUploads(
  { livehouse, sql }: Bench,
  person: Uploader,
  sending: Sending,
  count: number,
): Promise<number> {
  const startedAt = performance.now();
  const ids: string[] = [];
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      ids.push(await send(livehouse, person, sending));
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, UPLOADS_AT_ONCE) }, lane));
  await waitFor(async () => {
    const [row]: { ready: number; rejected: number }[] = await sql`select
        count(*) filter (where status = 'ready')::int as ready,
        count(*) filter (where status = 'rejected')::int as rejected
      from attachment where id in ${sql(ids)}`;
    if ((row?.rejected ?? 0) > 0) throw new Error('a picture was rejected');
    return row?.ready === count;
  });
  return (performance.now() - startedAt) / 1000;
}

/** Uploads one file; its id. */
async function send({ port }: RunningLivehouse, { cookie }: Uploader, { bytes, mediaType }: Sending): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  const ask = async (
    method: string,
    path: string,
    type: string,
    body: string | Uint8Array<ArrayBuffer>,
  ): Promise<Response> => {
    const headers = { cookie, origin, 'content-type': type, 'idempotency-key': Bun.randomUUIDv7() };
    const answer = await fetch(`${origin}/api/v1/community/uploads/${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const fileName = `file.${mediaType.split('/')[1]}`;
  const intent = JSON.stringify({ fileName, mediaType, size: bytes.length });
  const reserved = await readJson<{ attachment: { id: string; uploadUrl: string | null } }>(
    await ask('POST', 'intents', 'application/json', intent),
  );
  const { id, uploadUrl } = reserved.attachment;
  if (uploadUrl !== null) {
    await ask('PUT', `${id}/content`, 'application/octet-stream', bytes);
    return id;
  }
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    const part = bytes.subarray(start, start + PART_BYTES);
    await ask('PUT', `${id}/parts/${start / PART_BYTES + 1}`, 'application/octet-stream', part);
  }
  await ask('POST', `${id}/complete`, 'application/json', '{}');
  return id;
}

async function isConverting(sql: SQL, id: string): Promise<boolean> {
  const [row]: { status: string; progress: number }[] =
    await sql`select status, progress from attachment where id = ${id}`;
  if (row?.status === 'rejected') throw new Error('the film was rejected');
  return row?.status === 'scanning' && row.progress > 0;
}

const askReadiness = async ({ port }: RunningLivehouse): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`)).text();

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not done after ${WAIT_MS / 1000} s`);
    await Bun.sleep(LOOK_MS);
  }
}

/** Soft shapes with the grain of a sensor. */
async function makePhotograph(): Promise<Sending> {
  const side = 64;
  const shapes = await sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  const grain = await sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const bytes = await sharp(shapes, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .composite([{ input: grain, blend: 'soft-light' }])
    .blur(0.7)
    .jpeg({ quality: 90 })
    .toBuffer();
  return { bytes: new Uint8Array(bytes), mediaType: 'image/jpeg' };
}

async function makeTiny(): Promise<Sending> {
  const create = { width: 64, height: 48, channels: 3, background: 'teal' } as const;
  return { bytes: new Uint8Array(await sharp({ create }).png().toBuffer()), mediaType: 'image/png' };
}

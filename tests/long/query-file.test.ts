// The SQLite file for queries: created by publishing or once at first use, verified before it is opened, collected with its
// release and never exported. Also what queries answer while it is missing, damaged or slow.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { sealDocument } from '../../src/features/release/store/formats.ts';
import { takeQueryLease } from '../../src/features/release/store/lease.ts';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { contentKey, earlierQueryRecordKey, queryRecordKey } from '../../src/kernel/object-key.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { getReady, readFields, readQueryPage } from '../fixtures/query-client.ts';
import { runCommand, runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld, type World } from '../world.ts';

const base = '/api/v1/servers/jp/catalog';
const POSTED = 'POST query/songs';
const ROUTES = [
  'query/songs',
  POSTED,
  'query/songs/fields',
  'search',
  'export/songs.ndjson',
  'export/songs.csv',
  'database.sqlite',
];

/** Asks a route; `filter` makes a question that nobody has asked before, where the route takes one. */
function ask(
  world: World,
  route: string,
  { filter, release, address }: { filter?: string; release?: string; address?: string } = {},
) {
  const headers: Record<string, string> = address === undefined ? {} : { 'X-Forwarded-For': address };
  if (route === POSTED) {
    return world.fetch(`${base}/query/songs`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ filter, release }),
    });
  }
  const takesFilter = route === 'query/songs' || route.startsWith('export/');
  const search = new URLSearchParams({
    ...(filter !== undefined && takesFilter && { filter }),
    ...(route === 'search' && { q: filter ?? 'song' }),
    ...(release !== undefined && { release }),
  });
  return world.fetch(`${base}/${route}?${search}`, { headers });
}

const writeSmall = (): SmallSnapshot => keepForTest(createSmallSnapshot());

async function openHome(environment: Record<string, string> = {}): Promise<World> {
  return keepForTest(await openWorld(environment));
}

interface NamedFile {
  readonly record: string;
  readonly file: string;
}

/** Paths of the record of a release and of the file that it names. */
function findFile(objects: string, releaseId: string): NamedFile {
  const record = join(objects, queryRecordKey('jp', releaseId));
  const { file } = JSON.parse(readFileSync(record, 'utf8'));
  return { record, file: join(objects, contentKey(file.sha256)) };
}

async function codeOf(answer: Response): Promise<string> {
  const { error } = JSON.parse(await answer.text());
  return `${answer.status} ${error.code}`;
}

function replace(path: string, change: (bytes: Buffer) => Buffer): void {
  const bytes = change(readFileSync(path));
  chmodSync(path, 0o600);
  rmSync(path);
  writeFileSync(path, bytes);
}

const invert = (bytes: Buffer, at: number): Buffer => {
  bytes[at] = ~(bytes[at] ?? 0);
  return bytes;
};

test('publishing creates the file, verify checks it, and gc keeps and removes it with its release', async () => {
  const data = folderForTest();
  const snapshot = writeSmall();
  const objects = join(data, 'objects');
  const first = (await runJson(data, 'publish', snapshot.directory)).json.releaseId;
  const { record, file } = findFile(objects, first);
  expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3');
  expect((await runJson(data, 'publish', snapshot.directory)).json).toMatchObject({
    releaseId: first,
    unchanged: true,
  });

  replace(file, (bytes) => invert(bytes, 5000));
  const damaged = await runJson(data, 'releases', 'verify', 'jp');
  expect([damaged.code, damaged.json.problems]).toEqual([
    1,
    [{ key: expect.stringContaining('cas/'), code: 'object_corrupt' }],
  ]);
  replace(file, (bytes) => invert(bytes, 5000));
  expect((await runJson(data, 'releases', 'verify', 'jp')).json.problems).toEqual([]);
  const sound = readFileSync(record);
  writeFileSync(record, '{}');
  expect((await runJson(data, 'releases', 'verify', 'jp')).json.problems).toEqual([
    { key: queryRecordKey('jp', first), code: 'query_record_invalid' },
  ]);
  writeFileSync(record, sound);

  for (const edition of ['two', 'three']) {
    snapshot.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title: edition }]));
    expect((await runCommand(data, 'publish', '--allow-loss', snapshot.directory)).code).toBe(0);
    expect((await runJson(data, 'releases', 'gc', '--keep', '2')).code).toBe(0);
    expect((await runJson(data, 'releases', 'verify', 'jp')).json.problems).toEqual([]);
  }
  expect(() => readFileSync(record)).toThrow('ENOENT');
  expect(() => readFileSync(file)).toThrow('ENOENT');
});

test('publishing the same tree again creates a missing file', async () => {
  const data = folderForTest();
  const snapshot = writeSmall();
  snapshot.age(60);
  const { releaseId } = (await runJson(data, 'publish', snapshot.directory)).json;
  const { file } = findFile(join(data, 'objects'), releaseId);
  const bytes = readFileSync(file);
  rmSync(file);
  expect((await runJson(data, 'publish', snapshot.directory)).json).toMatchObject({ releaseId });
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('a release without the file is 503 until one process has created it for all', async () => {
  const home = await openHome();
  const second = await openHome({ LIVEHOUSE_DATA: home.dataDirectory });
  const { releaseId } = await home.publish(writeSmall().directory);
  await second.untilThere(`${base}/summary`);
  const codes = await Promise.all(
    [home, second].flatMap((world) => ROUTES.map((route) => ask(world, route).then(codeOf))),
  );
  expect(new Set(codes)).toEqual(new Set(['503 query_not_ready']));
  for (const world of [home, second]) {
    const answer = await getReady((path) => world.fetch(path), `${base}/query/songs`);
    expect(answer.status).toBe(200);
  }
  findFile(home.objectsDirectory, releaseId);
  const made = [home, second].flatMap(({ log }) =>
    log.filter(({ message }) => message.startsWith('a release is ready')),
  );
  expect(made).toHaveLength(1);
});

test('a damaged file gives no rows, only 502', async () => {
  const home = await openHome();
  const { releaseId } = await home.publish(writeSmall().directory);
  const get = (path: string) => home.fetch(path);
  await getReady(get, `${base}/query/songs`);
  const { file } = findFile(home.objectsDirectory, releaseId);
  const sound = readFileSync(file);
  const damages: readonly ((bytes: Buffer) => Buffer)[] = [
    (bytes) => invert(bytes, bytes.length - 100),
    (bytes) => bytes.subarray(0, bytes.length / 2),
    () => Buffer.alloc(0),
    () => Buffer.from('no database at all'),
  ];
  for (const damage of damages) {
    replace(file, damage);
    for (const route of ROUTES) {
      // Each query process that still has the sound file open answers from it until it looks again.
      const questions = [{ release: releaseId }, {}];
      const askAll = () => Promise.all(questions.map((question) => ask(home, route, question)));
      await home.until(async () => (await askAll()).every(({ status }) => status !== 200));
      const codes = await Promise.all((await askAll()).map(codeOf));
      expect([route, ...codes]).toEqual([route, '502 object_corrupt', '502 object_corrupt']);
    }
    replace(file, () => sound);
    await home.until(async () => (await get(`${base}/query/songs`)).status === 200);
  }
});

test('a missing file and a damaged record are created again', async () => {
  const home = await openHome();
  const { releaseId } = await home.publish(writeSmall().directory);
  await getReady((path) => home.fetch(path), `${base}/query/songs`);
  const { file, record } = findFile(home.objectsDirectory, releaseId);
  const sound = readFileSync(record, 'utf8');
  for (const hurt of [() => rmSync(file), () => writeFileSync(record, sound.slice(0, 40)), () => rmSync(record)]) {
    hurt();
    const fresh = await openHome({ LIVEHOUSE_DATA: home.dataDirectory });
    expect(await codeOf(await fresh.fetch(`${base}/query/songs`))).toBe('503 query_not_ready');
    expect((await getReady((path) => fresh.fetch(path), `${base}/query/songs`)).status).toBe(200);
    expect(readFileSync(record, 'utf8')).toBe(sound);
  }
});

test('a file of an earlier layout is not opened, and one of this layout is created', async () => {
  const data = folderForTest();
  const { releaseId } = (await runJson(data, 'publish', writeSmall().directory)).json;
  const { record, file } = findFile(join(data, 'objects'), releaseId);
  const sound = readFileSync(record, 'utf8');
  renameSync(record, record.replace(/query-v\d+/, 'query-v1'));
  replace(file, () => Buffer.from('another layout'));
  const home = await openHome({ LIVEHOUSE_DATA: data });
  expect(await codeOf(await home.fetch(`${base}/query/songs`))).toBe('503 query_not_ready');
  expect((await getReady((path) => home.fetch(path), `${base}/query/songs`)).status).toBe(200);
  expect(readFileSync(record, 'utf8')).toBe(sound);
  expect((await runJson(data, 'releases', 'verify', 'jp')).json.problems).toEqual([]);
});

/** Makes the record and the file of a release those of layout 2: without objects in lists, formats, languages, and titles. */
function makeEarlier(objects: string, releaseId: string): void {
  const { record, file } = findFile(objects, releaseId);
  const earlier = `${file}.earlier`;
  writeFileSync(earlier, readFileSync(file));
  const db = new Database(earlier);
  db.run("update _about set value = 2 where name = 'layout'");
  db.run("delete from _field where storage in ('nested', 'scan')");
  db.run('drop table _element');
  for (const column of ['format', 'locales', 'kind', 'lists', 'widths', 'items', 'bytes']) {
    db.run(`alter table _field drop column ${column}`);
  }
  for (const column of ['bytes', 'title']) db.run(`alter table _resource drop column ${column}`);
  db.run('alter table _t1 drop column title');
  db.close();
  const bytes = readFileSync(earlier);
  rmSync(earlier);
  const sha256 = sha256Hex(bytes);
  mkdirSync(dirname(join(objects, contentKey(sha256))), { recursive: true });
  writeFileSync(join(objects, contentKey(sha256)), bytes);
  const { digest: _, ...sealed } = JSON.parse(readFileSync(record, 'utf8'));
  const document = sealDocument({ ...sealed, digest: '', file: { sha256, bytes: bytes.length }, blocks: [] });
  writeFileSync(join(objects, earlierQueryRecordKey('jp', releaseId)), document);
  rmSync(record);
  rmSync(file);
}

test('the file of a current release is made anew without a query', async () => {
  const data = folderForTest();
  const { releaseId } = (await runJson(data, 'publish', writeSmall().directory)).json;
  const { record } = findFile(join(data, 'objects'), releaseId);
  makeEarlier(join(data, 'objects'), releaseId);
  const home = await openHome({ LIVEHOUSE_DATA: data });
  await home.until(() => existsSync(record));
});

test('a file of layout 2 answers what it can until a new one is made', async () => {
  const data = folderForTest();
  const snapshot = writeSmall();
  const songs = Array.from({ length: 9 }, (_, at) => ({
    musicId: `${at}`,
    title: at % 2 === 0 ? 'Nova' : 'Supernova',
    level: at % 4,
    tags: at % 3 === 0 ? ['a', `t${at}`] : [],
    costs: [{ id: at }],
  }));
  snapshot.write('catalog/songs.json', JSON.stringify(songs));
  const { releaseId } = (await runJson(data, 'publish', snapshot.directory)).json;
  const objects = join(data, 'objects');
  makeEarlier(objects, releaseId);
  // While another process holds the work, the earlier file goes on answering.
  const lease = await takeQueryLease(openDiskObjects(objects), 'jp', releaseId);
  const home = await openHome({ LIVEHOUSE_DATA: data });
  const get = (path: string) => home.fetch(path);
  const ids = async (search: string) => {
    const { items } = await readQueryPage(get, base, 'songs', `limit=100&${search}`);
    return items.map(({ id }) => id).join('');
  };
  expect(await ids('filter=level>=2')).toBe('2367');
  expect(await ids('filter=tags=a&sort=-level')).toBe('360');
  expect(await ids('where=tags%3D%22a%22%26%26!(level%3D0)')).toBe('36');
  // Without titles, what is found comes in catalog order.
  expect(await ids('q=nova')).toBe('012345678');
  const { facets } = await readQueryPage(get, base, 'songs', 'limit=0&facet=level&histogram=level');
  expect(facets.level?.map(({ count }) => count)).toEqual([3, 2, 2, 2]);
  expect(await codeOf(await home.fetch(`${base}/query/songs?filter=costs.id=3`))).toBe('400 unknown_field');
  await lease?.release();
  // The new file is made beside it and takes its place.
  await home.untilThere(`${base}/query/songs?filter=costs.id=3`, 60_000);
  expect(await ids('filter=costs.id=3')).toBe('3');
  expect(await ids('q=nova')).toBe('024681357');
});

test('a process that starts slowly is given time, and answers later queries', async () => {
  const home = await openHome();
  await home.publish(writeSmall().directory);
  // The file needs no process.
  await getReady((path) => home.fetch(path, { headers: { Range: 'bytes=0-15' } }), `${base}/database.sqlite`);
  const late = ask(home, 'query/songs');
  let started: readonly number[] = [];
  while (started.length === 0) {
    await Bun.sleep(1);
    started = queryProcesses();
    for (const pid of started) process.kill(pid, 'SIGSTOP');
  }
  expect(await codeOf(await late)).toBe('503 query_timeout');
  expect(queryProcesses()).toEqual([...started]);
  for (const pid of started) process.kill(pid, 'SIGCONT');
  expect((await ask(home, 'query/songs')).status).toBe(200);
  expect(queryProcesses()).toEqual([...started]);
});

test('declared languages and search fields apply, also in a file that is created again', async () => {
  const data = folderForTest();
  const snapshot = writeSmall();
  const rows = Array.from({ length: 4 }, (_, id) => ({
    id,
    what: [null, `zwei ${id}`],
    note: `hidden ${id}`,
    extra: 'x',
  }));
  snapshot.write('catalog/songs.json', JSON.stringify(rows));
  snapshot.describe({
    resources: { songs: { file: 'catalog/songs.json' } },
    locales: ['fr', 'de'],
    presentation: { songs: { title: 'what', search: ['note'] } },
  });
  const { releaseId } = (await runJson(data, 'publish', snapshot.directory)).json;
  const { record } = findFile(join(data, 'objects'), releaseId);
  const sound = readFileSync(record, 'utf8');
  for (const isFirst of [true, false]) {
    if (!isFirst) rmSync(record);
    const fresh = await openHome({ LIVEHOUSE_DATA: data });
    const get = (path: string) => fresh.fetch(path);
    await getReady(get, `${base}/query/songs`);
    const total = async (search: string) => (await readQueryPage(get, base, 'songs', search)).total;
    expect([await total('q=hidden'), await total('q=zwei'), await total('q=2'), await total('q=x')]).toEqual([
      4, 4, 1, 0,
    ]);
    const fields = await readFields(get, base, 'songs');
    expect(fields.find(({ path }) => path === 'what')?.type).toBe('localized');
    expect(readFileSync(record, 'utf8')).toBe(sound);
  }
});

test('a damaged catalog manifest is 502 on every route', async () => {
  const home = await openHome();
  await home.publish(writeSmall().directory);
  await getReady((path) => home.fetch(path), `${base}/database.sqlite`);
  const release = JSON.parse(await (await home.fetch('/api/v1/servers/jp/release')).text());
  const entries: readonly { readonly path: string; readonly sha256: string }[] = release.entries;
  const manifest = entries.find(({ path }) => path === 'api/v1/catalog/manifest.json');
  replace(join(home.objectsDirectory, contentKey(manifest?.sha256 ?? '')), (bytes) => invert(bytes, 20));
  for (const route of ROUTES) {
    await home.until(async () => (await ask(home, route)).status === 502);
    expect([route, await codeOf(await ask(home, route))]).toEqual([route, '502 catalog_manifest_missing']);
  }
});

/** Processes that run queries for this process. */
function queryProcesses(): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      const parent = / (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) ./s, ''))?.[1];
      return command.includes('query-program') && Number(parent) === process.pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

test('a query that takes too long ends and its process is replaced, while everything else answers', async () => {
  const home = await openHome();
  await home.publish(writeSmall().directory);
  const get = (path: string) => home.fetch(path);
  await getReady(get, `${base}/query/songs`);
  for (const [at, route] of ROUTES.filter((each) => each !== 'database.sqlite').entries()) {
    expect((await get(`${base}/query/songs?filter=musicId=w${at}`)).status).toBe(200);
    const before = queryProcesses();
    expect(before.length).toBeGreaterThan(0);
    // Like a process inside SQLite, it reacts to nothing.
    for (const pid of before) process.kill(pid, 'SIGSTOP');
    const late = ask(home, route, { filter: `musicId!=u${at}` });
    expect((await get('/api/v1/servers/jp/songs/1')).status).toBe(200);
    const answer = await late;
    expect([route, answer.headers.get('retry-after'), await codeOf(answer)]).toEqual([
      ...[route, expect.any(String)],
      '503 query_timeout',
    ]);
    for (const pid of before) if (queryProcesses().includes(pid)) process.kill(pid, 'SIGCONT');
    expect((await ask(home, route, { filter: `musicId!=v${at}` })).status).toBe(200);
  }
});

test('a query that reads too much is ended after two seconds, also by a process that has just been started', async () => {
  const home = await openHome();
  const snapshot = writeSmall();
  // Every place in these texts looks like the beginning of what is looked for, for thousands of letters, and every facet
  // looks again.
  const texts = Array.from({ length: 100 }, (_, at) => ({ musicId: String(at), text: 'a'.repeat(300_000) }));
  snapshot.write('catalog/songs.json', JSON.stringify(texts));
  await home.publish(snapshot.directory);
  const get = (path: string) => home.fetch(path);
  // Downloading the file needs no process.
  const part = (path: string) => home.fetch(path, { headers: { Range: 'bytes=0-15' } });
  expect((await getReady(part, `${base}/database.sqlite`)).status).toBe(206);
  const condition = ['b', 'c', 'd'].map((end) => `text~"${'a'.repeat(3_900)}${end}"`).join('||');
  const slow = `where=${encodeURIComponent(condition)}`;
  const quick = `${base}/query/songs?filter=musicId=7`;
  const entity = '/api/v1/servers/jp/songs/7';
  const etag = (await get(entity)).headers.get('etag') ?? '';
  for (const path of [
    `${base}/query/songs?${slow}&facet=musicId&facet=text`,
    `${base}/export/songs.csv?${slow}&sort=-text,text,-musicId`,
  ]) {
    const startedAt = performance.now();
    let isOver = false;
    const late = get(path).finally(() => {
      isOver = true;
    });
    let answered = 0;
    while (!isOver) {
      expect((await get(`${quick}&fields=musicId&limit=${1 + (answered % 100)}`)).status).toBe(200);
      expect((await get(entity)).status).toBe(200);
      expect((await home.fetch(entity, { headers: { 'If-None-Match': etag } })).status).toBe(304);
      answered++;
    }
    expect(await codeOf(await late)).toBe('503 query_timeout');
    expect(performance.now() - startedAt).toBeGreaterThan(1_990);
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    expect(answered).toBeGreaterThan(0);
    expect((await get(quick)).status).toBe(200);
  }
});

test('at most 64 queries wait, and a client that has fewer than others gets a place', async () => {
  const home = await openHome({ TRUSTED_PROXIES: '127.0.0.1/32' });
  await home.publish(writeSmall().directory);
  const get = (path: string) => home.fetch(path);
  await getReady(get, `${base}/query/songs`);
  const stopped = new Set<number>();
  const stop = (): void => {
    // Every process stands still as soon as it is seen, also the one that takes the place of slow ones.
    for (const pid of queryProcesses().filter((each) => !stopped.has(each))) {
      process.kill(pid, 'SIGSTOP');
      stopped.add(pid);
    }
  };
  let serial = 0;
  let refusals = 0;
  let asking = 0;
  const BUSY = '503 query_busy';
  const askAs = async (client: number, route = 'query/songs'): Promise<string> => {
    asking++;
    const answer = await ask(home, route, { filter: `musicId!=${serial++}`, address: `203.0.113.${client}` });
    const code = answer.status === 200 ? await answer.text().then(() => '200') : await codeOf(answer);
    asking--;
    if (code === BUSY) refusals++;
    return code;
  };
  let isOver = false;
  // Whoever was refused asks again a moment later, so that as many as may wait do so until the end.
  const keepAsking = async (client: number): Promise<void> => {
    while (!isOver) if ((await askAs(client)) === BUSY) await Bun.sleep(300);
  };
  const clients = Array.from({ length: 160 }, (_, at) => keepAsking(at % 16));
  try {
    // Besides those that wait there are those that a process took before it stood still.
    await home.until(() => {
      stop();
      return refusals >= 90 && asking >= 60 && asking <= 64 + 6;
    }, 60_000);
    for (const route of ROUTES.filter((each) => each !== 'database.sqlite')) {
      // A process that was not seen in time may run it.
      await home.until(async () => {
        stop();
        return (await askAs(1, route)) === BUSY;
      }, 60_000);
    }
    // It waits, or a process runs it that was not seen in time.
    expect(await Promise.race([askAs(200), Bun.sleep(300)])).not.toBe(BUSY);
  } finally {
    isOver = true;
    for (const pid of queryProcesses().filter((each) => stopped.has(each))) process.kill(pid, 'SIGCONT');
  }
  await Promise.all(clients);
  expect((await get(`${base}/query/songs?filter=musicId=1`)).status).toBe(200);
});

/** Reads an answer piece by piece: the service ends a connection that nobody reads for long. */
function readSlowly({ body }: Response) {
  if (body === null) throw new Error('no body');
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  const pace = { isSlow: true, isPaused: false };
  const reading = (async () => {
    while (!pace.isPaused) {
      const { value, done } = await reader.read();
      if (done) break;
      pieces.push(value);
      if (pace.isSlow) await Bun.sleep(50);
    }
    return Buffer.concat(pieces).toString();
  })();
  reading.catch(() => undefined);
  return {
    whole: () => {
      pace.isSlow = false;
      return reading;
    },
    pause: () => {
      pace.isPaused = true;
    },
    cancel: () => reader.cancel().catch(() => undefined),
  };
}

test('a client may run two exports at once', async () => {
  const home = await openHome();
  const snapshot = writeSmall();
  const big = Array.from({ length: 4000 }, (_, at) => ({ musicId: String(at), text: 'x'.repeat(8_000) }));
  snapshot.write('catalog/songs.json', JSON.stringify(big));
  await home.publish(snapshot.directory);
  const get = (path: string) => home.fetch(path);
  await getReady(get, `${base}/query/songs`);
  const start = async (name: string) => readSlowly(await get(`${base}/export/${name}`));
  const [lines, table] = await Promise.all([start('songs.ndjson'), start('songs.csv')]);
  for (const route of ['export/songs.ndjson', 'export/songs.csv']) {
    expect(await codeOf(await get(`${base}/${route}`))).toBe('503 query_busy');
  }
  // A client that does not read its export delays nobody.
  table.pause();
  expect((await get(`${base}/query/songs?q=x`)).status).toBe(200);
  expect((await lines.whole()).trimEnd().split('\n')).toHaveLength(4000);
  // On a busy machine the service has ended the connection that nobody reads.
  await table.cancel();
  await home.until(async () => {
    const answer = await get(`${base}/export/songs.ndjson?filter=musicId=1`);
    await answer.text();
    return answer.status === 200;
  });
});

test('a fault in the middle of an export breaks the connection', async () => {
  const home = await openHome();
  const snapshot = writeSmall();
  const big = Array.from({ length: 4000 }, (_, at) => ({ musicId: String(at), text: 'x'.repeat(8_000) }));
  snapshot.write('catalog/songs.json', JSON.stringify(big));
  const { releaseId } = await home.publish(snapshot.directory);
  await getReady((path) => home.fetch(path), `${base}/query/songs`);
  const { file } = findFile(home.objectsDirectory, releaseId);
  // A reader that stops reading: the rest of the export is larger than what sockets hold, so it is read after the damage.
  const socket = connect(home.port, '127.0.0.1');
  keepForTest({ [Symbol.dispose]: () => void socket.destroy() });
  // Closed or reset: both break it, perhaps while the reader still rests. Whoever listens later misses it.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const begun = once(socket, 'data');
  socket.write(`GET ${base}/export/songs.ndjson HTTP/1.1\r\nHost: localhost:${home.port}\r\nConnection: close\r\n\r\n`);
  const [first] = await begun;
  socket.pause();
  expect(String(first)).toStartWith('HTTP/1.1 200 ');
  replace(file, (bytes) => invert(bytes, 5000));
  await home.until(async () => (await home.fetch(`${base}/query/songs`)).status === 502);
  const rest: Buffer[] = [];
  socket.on('data', (piece: Buffer) => rest.push(piece));
  socket.resume();
  await closed;
  // A complete answer ends with an empty chunk.
  expect(Buffer.concat(rest).subarray(-5).toString('latin1')).not.toBe('0\r\n\r\n');
});

test('`livehouse export` omits record and file, and the target creates them again', async () => {
  const data = folderForTest();
  const { releaseId } = (await runJson(data, 'publish', writeSmall().directory)).json;
  findFile(join(data, 'objects'), releaseId);
  const { isCarriedKey } = await import('../../src/kernel/object-key.ts');
  expect(isCarriedKey(queryRecordKey('jp', releaseId))).toBe(false);
});

// Uploads against a fake service: what is sent, what is sent again, and what is left after each way to end.
import { describe, expect, test } from 'bun:test';
import { FakeService, PART_BYTES, refusal } from './fake-service.fixture.ts';
import { openUploadMemory, volatileStorage } from './memory.ts';
import { openUploadQueue } from './queue.ts';
import { fingerprintOf } from './source.ts';
import type { Upload, UploadPhase } from './upload.ts';

const TEXT = '0123456789abcdefghijABCDEFGHIJ+++++';
const file = (text = TEXT, name = 'harbour.png'): File => new File([text], name);

async function openWorld(service = new FakeService(), storage = volatileStorage()) {
  let signedOut = 0;
  const phases: UploadPhase[] = [];
  const listeners = new Set<(upload: Upload) => void>();
  const queue = await openUploadQueue({
    transport: service,
    storage,
    account: 'u-1',
    onChange: (upload) => {
      if (phases.at(-1) !== upload.phase) phases.push(upload.phase);
      for (const listener of listeners) listener(upload);
    },
    onSignedOut: () => {
      signedOut += 1;
    },
  });
  const until = (isThere: (upload: Upload) => boolean): Promise<Upload> =>
    new Promise((resolve) => {
      const listener = (upload: Upload): void => {
        if (!isThere(upload)) return;
        listeners.delete(listener);
        resolve(upload);
      };
      listeners.add(listener);
    });
  const phase = (wanted: UploadPhase): Promise<Upload> => until((upload) => upload.phase === wanted);
  return { queue, service, storage, phases, until, phase, signedOut: () => signedOut };
}

/** Uploads a file to its end. */
async function uploadWhole(world: Awaited<ReturnType<typeof openWorld>>, source = file()): Promise<Upload> {
  const end = world.until((upload) => upload.isDone);
  await world.queue.add(source);
  return end;
}

const listen = (isHeld: (request: string) => boolean): ((request: string) => Promise<void> | undefined) => {
  const never = new Promise<void>(() => undefined);
  return (request) => (isHeld(request) ? never : undefined);
};

describe('a file', () => {
  test('of several parts is announced, sent, completed and examined, and nothing is kept of it', async () => {
    const world = await openWorld();
    world.service.examination = ['scanning', 'ready'];
    const upload = await uploadWhole(world);
    expect(upload.phase).toBe('ready');
    expect(world.phases).toEqual(['queued', 'sending', 'finishing', 'examining', 'ready']);
    expect([...world.service.partsSent()].sort()).toEqual([1, 2, 3, 4]);
    expect(world.service.contentOf(upload.id ?? '')).toBe(TEXT);
    expect([upload.sentBytes, upload.size]).toEqual([TEXT.length, TEXT.length]);
    expect(world.storage.length).toBe(0);
  });

  test('of one part is sent whole', async () => {
    const world = await openWorld();
    const upload = await uploadWhole(world, file('x'.repeat(PART_BYTES)));
    expect(upload.phase).toBe('ready');
    expect(world.service.log.filter((line) => line.includes('complete'))).toEqual([]);
  });

  test('is refused before it is announced when the policy does not accept it', async () => {
    const world = await openWorld();
    const codeOf = async (source: File) => (await uploadWhole(world, source)).code;
    expect(await codeOf(file('text', 'notes.txt'))).toBe('unsupported_file');
    expect(await codeOf(file('text', 'film.mp4'))).toBe('no_video');
    expect(await codeOf(file(''))).toBe('invalid_size');
    expect(await codeOf(file('x'.repeat(1001)))).toBe('file_too_large');
    expect(world.service.log).toEqual(['GET /policy']);
    expect(world.storage.length).toBe(0);
  });

  test('is not added twice while it is being uploaded', async () => {
    const world = await openWorld();
    world.service.fault = listen((request) => request === 'PUT 1');
    const first = await world.queue.add(file());
    expect(await world.queue.add(file())).toBe(first);
    expect(world.queue.uploads).toEqual([first]);
    await world.queue.remove(first);
    expect(world.queue.uploads).toEqual([]);
  });
});

describe('resuming', () => {
  test('after a pause sends only what is missing', async () => {
    const world = await openWorld();
    world.service.fault = listen((request) => request === 'PUT 3' || request === 'PUT 4');
    const two = world.until((upload) => upload.sentBytes >= 2 * PART_BYTES + 7);
    const upload = await world.queue.add(file());
    await two;
    upload.pause();
    expect([upload.phase, upload.sentBytes]).toEqual(['paused', 2 * PART_BYTES]);
    world.service.log.length = 0;
    world.service.fault = () => undefined;
    const ready = world.phase('ready');
    upload.start();
    await ready;
    expect([...world.service.partsSent()].sort()).toEqual([3, 4]);
  });

  test('after a reload asks for the file and sends only what is missing', async () => {
    const first = await openWorld();
    first.service.fault = listen((request) => request === 'PUT 3' || request === 'PUT 4');
    const two = first.until((upload) => upload.sentBytes >= 2 * PART_BYTES + 7);
    const { id } = await first.queue.add(file()).then(() => two);
    const second = await openWorld(first.service, first.storage);
    second.service.fault = () => undefined;
    const [recalled] = await second.queue.recall();
    expect([recalled?.id, recalled?.phase, recalled?.sentBytes]).toEqual([id, 'unfinished', 2 * PART_BYTES]);
    second.service.log.length = 0;
    expect((await uploadWhole(second)).id).toBe(id);
    expect([...second.service.partsSent()].sort()).toEqual([3, 4]);
    expect(second.service.contentOf(id ?? '')).toBe(TEXT);
  });

  test('with another file of the same name, size and ends begins anew and cancels the first', async () => {
    const long = (middle: string): File => file(`${'x'.repeat(400)}${middle}${'x'.repeat(400)}`);
    const world = await openWorld();
    world.service.fault = listen((request) => request === 'PUT 80');
    const most = world.until((upload) => upload.sentBytes >= 79 * PART_BYTES);
    const upload = await world.queue.add(long('a'));
    await most;
    upload.pause();
    world.service.fault = () => undefined;
    const before = upload.id ?? '';
    const ready = world.phase('ready');
    upload.resumeWith(long('b'));
    await ready;
    expect(upload.id).not.toBe(before);
    expect(world.service.held.has(before)).toBe(false);
    expect(world.service.contentOf(upload.id ?? '')).toBe(await long('b').text());
  });

  test('recalls attachments by id, and leaves out those that are gone', async () => {
    const world = await openWorld();
    const { id = '' } = await uploadWhole(world);
    const later = await openWorld(world.service, world.storage);
    const recalled = await later.queue.recall([id, 'a9-none']);
    expect(recalled.map((upload) => [upload.id, upload.phase, upload.fileName])).toEqual([
      [id, 'ready', 'harbour.png'],
    ]);
  });
});

describe('faults', () => {
  test('that pass are waited out', async () => {
    const world = await openWorld();
    const faults = new Map([
      ['POST /intents', [refusal(0), refusal(503, 'database_unavailable')]],
      ['PUT 2', [refusal(400, 'upload_interrupted'), refusal(503, 'storage_unavailable')]],
    ]);
    world.service.fault = (request) => faults.get(request)?.shift();
    const codes: (string | undefined)[] = [];
    void world.until((upload) => {
      if (upload.phase === 'waiting') codes.push(upload.code);
      upload.hurry();
      return upload.isDone;
    });
    expect((await uploadWhole(world)).phase).toBe('ready');
    expect(codes).toContain('no_connection');
    expect(codes).toContain('storage_unavailable');
    expect(world.service.partsSent().filter((part) => part === 2)).toHaveLength(3);
  });

  test('that stay end the upload and cancel it at the service', async () => {
    const world = await openWorld();
    world.service.fault = (request) => (request === 'PUT 2' ? refusal(403, 'community_upload_restricted') : undefined);
    const upload = await uploadWhole(world);
    expect([upload.phase, upload.code, upload.isRepeatable]).toEqual(['failed', 'community_upload_restricted', false]);
    await Promise.resolve();
    expect(world.service.held.size).toBe(0);
    expect(world.storage.length).toBe(0);
  });

  test('an expired announcement is made again', async () => {
    const world = await openWorld();
    const faults = [refusal(409, 'upload_intent_expired')];
    world.service.fault = (request) => (request === 'PUT 3' ? faults.shift() : undefined);
    expect((await uploadWhole(world)).phase).toBe('ready');
    expect(world.service.log.filter((line) => line === 'POST /intents')).toHaveLength(2);
    expect(world.service.held.size).toBe(1);
  });

  test('parts that the service lost are sent again', async () => {
    const world = await openWorld();
    let isLost = false;
    world.service.fault = (request) => {
      if (!request.endsWith('/complete') || isLost) return undefined;
      isLost = true;
      for (const { parts } of world.service.held.values()) parts.delete(2);
      return undefined;
    };
    expect((await uploadWhole(world)).phase).toBe('ready');
    expect(world.service.partsSent().filter((part) => part === 2)).toHaveLength(2);
  });

  test('the end of the session pauses all uploads until the account signs in again', async () => {
    const world = await openWorld();
    world.service.fault = (request) =>
      request.startsWith('PUT') ? refusal(401, 'authentication_required') : undefined;
    const paused = world.phase('paused');
    await world.queue.add(file());
    await paused;
    expect(world.signedOut()).toBe(1);
    world.service.fault = () => undefined;
    const ready = world.phase('ready');
    world.queue.resume();
    expect((await ready).phase).toBe('ready');
  });

  test('an examination that failed is repeated on request', async () => {
    const world = await openWorld();
    world.service.examination = ['rejected', 'ready'];
    world.service.failureCode = 'processing_failed';
    const upload = await uploadWhole(world);
    expect([upload.phase, upload.isRepeatable]).toEqual(['rejected', true]);
    const ready = world.phase('ready');
    await upload.retry();
    await ready;
    expect(world.service.partsSent()).toHaveLength(4);
  });

  test('a file that was shortened or removed cannot be read, and can be tried again', async () => {
    const world = await openWorld();
    const source = { name: 'harbour.png', size: TEXT.length + 1, slice: file().slice.bind(file()) };
    const failed = world.phase('failed');
    await world.queue.add(source);
    const upload = await failed;
    expect([upload.code, upload.isRepeatable]).toEqual(['file_unreadable', true]);
  });
});

describe('the memory', () => {
  const record = { fingerprint: 'f', key: 'web-1', id: 'a1', fileName: 'a.png', size: 1, sums: { 1: 7 } };

  test('keeps the records of each account apart', () => {
    const storage = volatileStorage();
    openUploadMemory(storage, 'u-1').keep(record);
    expect(openUploadMemory(storage, 'u-1').find('f')).toMatchObject(record);
    expect(openUploadMemory(storage, 'u-2').find('f')).toBeUndefined();
    expect(openUploadMemory(storage, 'u-2').list()).toEqual([]);
  });

  test('removes what is unreadable or too old, and ignores a full storage', () => {
    const storage = volatileStorage();
    storage.setItem('livehouse.upload.u-1.x', '{');
    storage.setItem('livehouse.upload.u-1.y', JSON.stringify({ ...record, at: 1 }));
    storage.setItem('other', '{');
    expect(openUploadMemory(storage, 'u-1').list()).toEqual([]);
    expect(storage.length).toBe(1);
    const full = {
      ...storage,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => openUploadMemory(full, 'u-1').keep(record)).not.toThrow();
  });

  test('knows a file by its name, its size and its ends', async () => {
    const same = await fingerprintOf(file());
    expect(await fingerprintOf(file())).toBe(same);
    for (const other of [file(`${TEXT}!`), file(TEXT, 'other.png'), file(TEXT.replace('0', '9'))]) {
      expect(await fingerprintOf(other)).not.toBe(same);
    }
  });
});

// Sends the objects that the other instance requested: small ones many at a time, large ones in slices, several requests at
// once. After a broken request it continues behind the bytes that the instance has, so nothing that arrived is sent again.
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { operatorError } from '../../../features/release/common/operator-error.ts';
import { forEachConcurrently } from '../../../kernel/concurrency/concurrently.ts';
import type { LocalSnapshot } from './local-snapshot.ts';
import { type Asked, type Target, TargetAway } from './target.ts';

/** Limits of the interface: an object of a pack, and a pack with the heads of its objects. */
const SMALL_BYTES = 1024 * 1024;
const PACK_BYTES = 8 * 1024 * 1024;
const PACK_OBJECTS = 4_000;
const HEAD_BYTES = 36;
/** As a pack and a part of an upload: below every limit of the proxies that deploy/ has files for. */
const SLICE_BYTES = 8 * 1024 * 1024;
const REQUESTS = 4;
/** Tries of one slice in a row that bring nothing further. */
const TRIES = 8;

const OCTETS = { 'content-type': 'application/octet-stream' };
const objectAnswer = z.object({ received: z.number(), complete: z.boolean() });

interface LocalObject {
  readonly sha256: string;
  readonly path: string;
  readonly realPath: string;
  readonly bytes: number;
}

type Load =
  | { readonly kind: 'pack'; readonly objects: readonly LocalObject[] }
  | { readonly kind: 'single'; readonly object: LocalObject };

export interface Sending {
  readonly target: Target;
  readonly id: string;
  /** Called with the bytes of what has just been sent. */
  readonly onSent: (bytes: number) => void;
  /** Called with the bytes that an earlier run had sent of an object. */
  readonly onHeld: (bytes: number) => void;
}

/** Sends these objects of a snapshot. Throws OperatorError, or TargetAway when a pack broke: then some of it has arrived. */
export async function sendObjects(sending: Sending, missing: readonly string[], { places }: LocalSnapshot) {
  const loads = planLoads(
    missing.map((sha256): LocalObject => {
      const place = places.get(sha256);
      if (place === undefined)
        throw operatorError('unknown_object', 'The other side asks for an object that is not ours.');
      return { sha256, ...place };
    }),
  );
  await forEachConcurrently(loads, REQUESTS, (load) =>
    load.kind === 'pack' ? sendPack(sending, load.objects) : sendSingle(sending, load.object),
  );
}

function planLoads(objects: readonly LocalObject[]): readonly Load[] {
  const loads: Load[] = [];
  let open: LocalObject[] = [];
  let bytes = 0;
  const close = (): void => {
    if (open.length > 0) loads.push({ kind: 'pack', objects: open });
    open = [];
    bytes = 0;
  };
  for (const object of objects) {
    if (object.bytes > SMALL_BYTES) {
      loads.push({ kind: 'single', object });
      continue;
    }
    if (open.length === PACK_OBJECTS || bytes + object.bytes + HEAD_BYTES > PACK_BYTES) close();
    open.push(object);
    bytes += object.bytes + HEAD_BYTES;
  }
  close();
  return loads;
}

async function sendPack({ target, id, onSent }: Sending, objects: readonly LocalObject[]): Promise<void> {
  const pieces: Uint8Array[] = [];
  for (const object of objects) {
    const content = await readFile(object.realPath).catch((cause: unknown) => {
      throw unreadable(object, cause);
    });
    if (content.byteLength !== object.bytes) throw changed(object);
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(object.sha256, 0, 'hex');
    head.writeUInt32BE(content.byteLength, 32);
    pieces.push(head, content);
  }
  const body = new Blob([Buffer.concat(pieces)]);
  const { code } = await target.ask({
    method: 'POST',
    path: `/${id}/objects`,
    body,
    headers: OCTETS,
    once: true,
    accept: ['digest_mismatch', 'publication_closed'],
  });
  // Another run of the same publication has committed it; its result is ours.
  if (code === 'publication_closed') return;
  if (code === 'digest_mismatch')
    throw changed(objects.find(({ sha256 }, i) => sha256 !== sha256Of(pieces[2 * i + 1])));
  onSent(objects.reduce((sum, { bytes }) => sum + bytes, 0));
}

async function sendSingle({ target, id, onSent, onHeld }: Sending, object: LocalObject): Promise<void> {
  const { sha256, bytes } = object;
  const path = `/${id}/objects/${sha256}`;
  let offset = (await readOffset(target, path)) ?? bytes;
  onHeld(offset);
  for (let tries = 0; offset < bytes; ) {
    const end = Math.min(bytes, offset + SLICE_BYTES);
    const asked: Asked = {
      method: 'PUT',
      path,
      once: true,
      body: await readSlice(object, offset, end),
      headers: { ...OCTETS, 'content-range': `bytes ${offset}-${end - 1}/${bytes}` },
      accept: [
        'digest_mismatch',
        'publication_closed',
        'offset_conflict',
        'object_busy',
        'upload_interrupted',
        'size_mismatch',
      ],
    };
    let held: number | undefined;
    try {
      const answer = await target.ask(asked);
      if (answer.code === 'publication_closed') return;
      if (answer.code === 'digest_mismatch' || answer.code === 'size_mismatch') throw changed(object);
      if (answer.code === undefined) held = objectAnswer.parse(answer.body).received;
    } catch (error) {
      if (!(error instanceof TargetAway)) throw error;
    }
    if (held === undefined) {
      if (++tries > TRIES)
        throw operatorError('target_unavailable', `${target.address} does not take "${object.path}".`);
      await sleep(250 * 2 ** Math.min(tries, 5));
      held = (await readOffset(target, path)) ?? bytes;
    }
    if (held > offset) tries = 0;
    onSent(Math.max(0, held - offset));
    offset = held;
  }
}

/** Bytes that the other side holds; undefined when it does not wait for the object any more. */
async function readOffset(target: Target, path: string): Promise<number | undefined> {
  const { body, code } = await target.ask({ method: 'GET', path, accept: ['object_not_expected'] });
  return code === undefined ? objectAnswer.parse(body).received : undefined;
}

const sha256Of = (content: Uint8Array | undefined): string =>
  createHash('sha256')
    .update(content ?? '')
    .digest('hex');

/** The bytes of an object from `start` to `end`. */
async function readSlice(object: LocalObject, start: number, end: number): Promise<Blob> {
  const file = await open(object.realPath).catch((cause: unknown) => {
    throw unreadable(object, cause);
  });
  try {
    const slice = new Uint8Array(end - start);
    for (let at = 0; at < slice.length; ) {
      const { bytesRead } = await file.read(slice, at, slice.length - at, start + at);
      if (bytesRead === 0) throw changed(object);
      at += bytesRead;
    }
    return new Blob([slice]);
  } finally {
    await file.close();
  }
}

const changed = (object: LocalObject | undefined) =>
  operatorError('file_changed', 'The file changed while it was being published.', object?.path);

const unreadable = (object: LocalObject, cause: unknown) =>
  operatorError(
    'file_unreadable',
    `The file cannot be read (${cause instanceof Error ? cause.message : cause}).`,
    object.path,
  );

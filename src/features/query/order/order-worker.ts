// Worker of orders.ts: finds the order of one collection from its index document and its shards, then ends. The entities are in
// a file meanwhile, since a collection may be larger than what should be in memory.

import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { answerMessages } from '../../../platform/files/answering-worker.ts';
import { walkShard } from '../../catalog/shard.ts';
import { readCatalogOrder } from '../database/catalog-order.ts';
import type { FromOrder, ToOrder } from './order-messages.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();
const rows = new Map<string, number>();
/** Where each entity begins and ends in the file. */
const places: number[] = [];
let file = -1;
let bytesWritten = 0;
let index = new Uint8Array();

function open(path: string, bytes: Uint8Array<ArrayBuffer>): void {
  file = openSync(path, 'wx+', 0o600);
  // Nothing is left behind, however the worker ends.
  unlinkSync(path);
  index = bytes;
}

function addShard(bytes: Uint8Array): void {
  walkShard(bytes, (id, start, end) => {
    rows.set(id, places.length / 2);
    places.push(bytesWritten + start, bytesWritten + end);
  });
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at);
  bytesWritten += bytes.byteLength;
}

function readEntity(row: number): unknown {
  const start = places[row * 2] ?? 0;
  const bytes = new Uint8Array((places[row * 2 + 1] ?? 0) - start);
  for (let at = 0; at < bytes.byteLength; ) {
    const read = readSync(file, bytes, at, bytes.byteLength - at, start + at);
    if (read === 0) throw new Error('the file of the entities ends early');
    at += read;
  }
  return JSON.parse(decoder.decode(bytes));
}

function finish(): FromOrder {
  // Only the order is wanted, so that the keys of the entities do not matter.
  const order = readCatalogOrder(JSON.parse(decoder.decode(index)), { rows, read: readEntity, keys: [] });
  closeSync(file);
  const names = [...rows.keys()];
  const ends = new Uint32Array(order.rows.length);
  let length = 0;
  order.rows.forEach((row, at) => {
    length += names[row]?.length ?? 0;
    ends[at] = length;
  });
  // Ids are ASCII.
  const ids = new Uint8Array(length);
  order.rows.forEach((row, at) => {
    encoder.encodeInto(names[row] ?? '', ids.subarray(at === 0 ? 0 : ends[at - 1]));
  });
  return { kind: 'ordered', ids, ends };
}

function answer(word: ToOrder): FromOrder {
  switch (word.kind) {
    case 'open':
      open(word.path, word.index);
      return { kind: 'taken' };
    case 'shard':
      addShard(word.bytes);
      return { kind: 'taken' };
    case 'finish':
      return finish();
  }
}

answerMessages(answer, (reply) => (reply.kind === 'ordered' ? [reply.ids.buffer, reply.ends.buffer] : []));

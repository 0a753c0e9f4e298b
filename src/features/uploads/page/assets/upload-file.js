// The life of one upload on the page: announced, sent in parts, joined, examined. Every step starts from what the service
// says it holds, so that a pause, a lost connection and a reload are all the same to it. Tells of changes through
// `onChange`; knows nothing of how they are shown.
import { call, isPassing, pauseBefore, sendBytes, wait } from './upload-client.js';
import { mediaTypeOf } from './upload-kinds.js';
import { fingerprintOf, freshKey, sumOf } from './upload-memory.js';

const PARTS_AT_A_TIME = 4;
/** Joining that finds parts missing or changed begins again, so often at most. */
const ROUNDS_MAX = 4;
const LOOK_LEAST_MS = 400;
const LOOK_MOST_MS = 5_000;
const RATE_WINDOW_MS = 6_000;
const LOST = new Set(['upload_intent_expired', 'upload_cancelled', 'attachment_not_found', 'file_changed']);
const TO_REVIEW = new Set(['parts_incomplete', 'part_conflict', 'upload_state_conflict']);

/** Ends a run for good, with a code that tells why. */
class Failure extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Ends a run until somebody has signed in. */
class SignedOut extends Error {}

const idPath = (id) => `/api/v1/community/attachments/${encodeURIComponent(id)}`;
const cancelPath = (id) => `/api/v1/community/uploads/${encodeURIComponent(id)}/multipart`;

/**
 * One upload, of a `file` or of a `record` whose file is to be chosen again. `desk`: `policy`, `memory`, `lanes`, and
 * `onSignedOut` for when the session is over.
 *
 * Phases: `queued`, `sending`, `waiting` (to try again at `until`, because of `reason`), `paused`, `unfinished` (its file is
 * to be chosen again), `finishing`, `examining`, `ready`, `review`, `rejected`, `failed`, `cancelled`.
 */
export class Upload {
  phase = 'queued';
  attachment;
  /** Code of what went wrong for good, or of why it waits. */
  code;
  until = 0;
  #desk;
  #onChange;
  #file;
  #record;
  #run;
  /** Sums of this file's parts, by number. */
  #sums = new Map();
  /** ETags of parts that the service holds with exactly our bytes. */
  #held = new Map();
  /** Bytes on their way, by part. */
  #moving = new Map();
  #samples = [];
  #tries = 0;
  /** Aborts what only waits for the next try. */
  #hurry = new AbortController();

  constructor(desk, { file, fingerprint, record, onChange }) {
    this.#desk = desk;
    this.#file = file;
    this.#record = record;
    this.#onChange = onChange;
    this.fingerprint = fingerprint ?? record?.fingerprint;
    this.fileName = file?.name ?? record.fileName;
    this.size = file?.size ?? record.size;
    if (file === undefined) this.phase = 'unfinished';
  }

  /** Bytes that have left, those on their way included. */
  get sentBytes() {
    let sent = 0;
    for (const number of this.#held.keys()) sent += this.#range(number).bytes;
    for (const bytes of this.#moving.values()) sent += bytes;
    return Math.min(sent, this.size);
  }

  /** Bytes a second of the last few seconds. */
  get rate() {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    return first === undefined || last.at - first.at < 500
      ? 0
      : Math.max(0, ((last.sent - first.sent) * 1000) / (last.at - first.at));
  }

  /** Begins, or goes on. */
  start() {
    if (this.#run !== undefined) return;
    const run = new AbortController();
    this.#run = run;
    this.#tries = 0;
    this.#tell('queued');
    this.#work(run.signal).then(
      () => this.#end(run),
      (error) => this.#end(run, error),
    );
  }

  /** Stops sending at once; what the service holds stays there until its time is over. */
  pause() {
    if (!this.isPausable) return;
    this.#run?.abort();
    this.#run = undefined;
    this.#rest('paused');
  }

  get isPausable() {
    return ['queued', 'sending', 'waiting'].includes(this.phase);
  }

  /** Gives the file to an upload whose page was reloaded, and goes on. */
  resumeWith(file) {
    this.#file = file;
    this.#sums.clear();
    this.start();
  }

  /** Ends it on both sides. */
  async cancel() {
    this.#run?.abort();
    this.#run = undefined;
    this.#rest('cancelled');
    this.#forget();
    const id = this.#record?.id;
    if (id !== undefined) await call('DELETE', cancelPath(id));
  }

  /** Has a file examined again whose examination failed by no fault of its own. */
  async retry() {
    const answer = await call('POST', `${idPath(this.attachment.id)}/retry`);
    if (answer.status !== 202) return;
    this.attachment = answer.body.attachment;
    this.start();
  }

  /** Looks what became of an upload that this page knows from before. False: there is nothing to go on with. */
  async look() {
    const { attachment, parts } = await this.#read(new AbortController().signal);
    if (attachment.status === 'scanning') this.start();
    else for (const { partNumber, etag } of parts) this.#held.set(partNumber, etag);
    if (attachment.status === 'reserved') this.#tell('unfinished');
    return attachment.status === 'reserved' || attachment.status === 'scanning';
  }

  async #work(signal) {
    if (this.attachment === undefined || this.attachment.status === 'reserved') {
      await this.#announce(signal);
      for (let round = 0; this.attachment.status === 'reserved'; round++) {
        if (round === ROUNDS_MAX) throw new Failure('upload_state_conflict');
        try {
          await this.#send(signal);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          if (LOST.has(error.code)) await this.#announceAnew(signal);
          else if (!TO_REVIEW.has(error.code)) throw error;
          else await this.#read(signal);
        }
      }
    }
    await this.#follow(signal);
  }

  /** Finds the attachment of this file, or makes one. */
  async #announce(signal) {
    if (this.#file === undefined) return void (await this.#read(signal));
    this.fingerprint ??= await this.#reading(() => fingerprintOf(this.#file));
    const { fingerprint } = this;
    this.#record ??= this.#desk.memory.find(fingerprint) ?? { fingerprint, key: freshKey(), sums: {} };
    this.#record = { ...this.#record, fileName: this.fileName, size: this.size };
    const mediaType = mediaTypeOf(this.fileName);
    const { mediaTypes, limits } = this.#desk.policy;
    if (mediaType === undefined || !mediaTypes.includes(mediaType)) {
      throw new Failure(mediaType?.startsWith('video/') ? 'no_video' : 'unsupported_file');
    }
    if (this.size === 0) throw new Failure('invalid_size');
    if (this.size > limits.fileBytes) throw new Failure('file_too_large');
    this.#keep();
    const answer = await this.#persist(signal, () =>
      call('POST', '/api/v1/community/uploads/intents', {
        body: { fileName: this.fileName, mediaType, size: this.size },
        headers: { 'Idempotency-Key': this.#record.key },
        signal,
      }),
    );
    const { attachment } = answer.body;
    this.#record.id = attachment.id;
    this.#keep();
    this.attachment = attachment;
    // Of a key that was used up before.
    if (!['reserved', 'scanning'].includes(attachment.status)) await this.#announceAnew(signal);
  }

  /** The service has let go of what was announced before: from the beginning. */
  async #announceAnew(signal) {
    const { fingerprint, id } = this.#record;
    await call('DELETE', cancelPath(id), { signal });
    this.#record = { fingerprint, key: freshKey(), sums: {} };
    this.#desk.memory.forget(fingerprint);
    this.#held.clear();
    await this.#announce(signal);
  }

  /** Sends what is missing, and has it joined. */
  async #send(signal) {
    if (this.attachment.uploadUrl !== null) return this.#sendWhole(signal);
    const { partCount, partUploadUrl, completeUrl } = this.attachment.multipart;
    const { parts } = await this.#read(signal);
    if (this.attachment.status !== 'reserved') return;
    await this.#checkHeld(parts);
    const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter((n) => !this.#held.has(n));
    const lost = new AbortController();
    const both = AbortSignal.any([signal, lost.signal]);
    const worker = async () => {
      for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
        await this.#sendPart(number, partUploadUrl.replace('{partNumber}', number), both);
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(PARTS_AT_A_TIME, missing.length) }, worker));
    } catch (error) {
      // One part that fails for good stops the others.
      lost.abort(error);
      throw error;
    }
    if (this.attachment.status !== 'reserved') return;
    this.#tell('finishing');
    const listed = Array.from({ length: partCount }, (_, index) => index + 1).map((partNumber) => ({
      partNumber,
      etag: this.#held.get(partNumber),
    }));
    const answer = await this.#persist(signal, () => call('POST', completeUrl, { body: { parts: listed }, signal }));
    this.attachment = answer.body.attachment;
  }

  async #sendPart(number, path, signal) {
    const answer = await this.#persist(signal, () =>
      this.#desk.lanes.run(signal, async () => {
        const bytes = await this.#readPart(number);
        this.#record.sums[number] = this.#sums.get(number);
        this.#keep();
        return this.#sendCounted(number, path, bytes, signal);
      }),
    );
    this.attachment = answer.body.attachment;
    // Without a part it is no longer being uploaded: somebody else has completed it.
    if (answer.body.part !== undefined) this.#held.set(number, answer.body.part.etag);
    this.#onChange(this);
  }

  async #sendWhole(signal) {
    const answer = await this.#persist(signal, () =>
      this.#desk.lanes.run(signal, async () => {
        const bytes = await this.#readPart(1);
        return this.#sendCounted(1, this.attachment.uploadUrl, bytes, signal);
      }),
    );
    this.attachment = answer.body.attachment;
  }

  /** Sends a part and counts what leaves; nothing counts of one that did not arrive. */
  async #sendCounted(number, path, bytes, signal) {
    this.#moving.set(number, 0);
    try {
      const onSent = (sent) => {
        this.#moving.set(number, Math.min(sent, bytes.byteLength));
        this.#sample();
        if (this.phase !== 'sending') this.#tell('sending');
      };
      const answer = await sendBytes(path, bytes, { signal, onSent });
      if (answer.status >= 200 && answer.status < 300) this.#tries = 0;
      return answer;
    } finally {
      this.#moving.delete(number);
    }
  }

  /** Which of the parts that the service holds are those of our file. */
  async #checkHeld(parts) {
    this.#held.clear();
    for (const { partNumber, etag } of parts) {
      const kept = this.#record.sums[partNumber];
      if (kept === undefined) continue;
      if (!this.#sums.has(partNumber)) await this.#readPart(partNumber);
      // Another file that looks the same from outside: nothing of the first may get into it.
      if (this.#sums.get(partNumber) !== kept) throw new Failure('file_changed');
      this.#held.set(partNumber, etag);
    }
  }

  #range(number) {
    const { partBytes } = this.#desk.policy.limits;
    const start = (number - 1) * partBytes;
    return { start, bytes: Math.max(0, Math.min(partBytes, this.size - start)) };
  }

  async #readPart(number) {
    const { start, bytes } = this.#range(number);
    const buffer = await this.#reading(() => this.#file.slice(start, start + bytes).arrayBuffer());
    this.#sums.set(number, sumOf(buffer));
    return buffer;
  }

  /** Reads of the file; one that was changed or taken away meanwhile cannot be read. */
  async #reading(work) {
    try {
      return await work();
    } catch {
      throw new Failure('file_unreadable');
    }
  }

  /** Asks until it is no longer examined. */
  async #follow(signal) {
    for (let look = LOOK_LEAST_MS; ; look = Math.min(LOOK_MOST_MS, look * 1.5)) {
      if (this.attachment.status !== 'scanning') break;
      this.#tell('examining');
      await wait(look, signal);
      await this.#read(signal);
    }
  }

  async #read(signal) {
    const id = this.attachment?.id ?? this.#record.id;
    const { body } = await this.#persist(signal, () => call('GET', idPath(id), { signal }));
    this.attachment = body.attachment;
    return body;
  }

  /** Does it until it ends well, or in a way that another try does not mend; meanwhile the phase is `waiting`. */
  async #persist(signal, work) {
    for (;;) {
      // One that has to wait holds back the others.
      while (this.until > Date.now()) {
        const awake = AbortSignal.any([signal, this.#hurry.signal]);
        await wait(this.until - Date.now(), awake).catch(() => signal.throwIfAborted());
      }
      const answer = await work();
      if (answer.status >= 200 && answer.status < 300) return answer;
      if (answer.status === 401) throw new SignedOut();
      if (!isPassing(answer)) throw new Failure(answer.code ?? 'internal_error');
      this.code = answer.status === 0 ? 'no_connection' : (answer.code ?? 'busy');
      this.until = Date.now() + pauseBefore(this.#tries++, answer.retryAfterMs);
      if (this.#moving.size === 0) this.#tell('waiting');
    }
  }

  /** Tries again now. */
  hurry() {
    this.until = 0;
    this.#hurry.abort();
    this.#hurry = new AbortController();
  }

  #keep() {
    this.#desk.memory.keep(this.#record);
  }

  #forget() {
    if (this.#record !== undefined) this.#desk.memory.forget(this.#record.fingerprint);
  }

  #sample() {
    const at = performance.now();
    this.#samples.push({ at, sent: this.sentBytes });
    while (this.#samples[0].at < at - RATE_WINDOW_MS) this.#samples.shift();
  }

  #tell(phase) {
    this.phase = phase;
    this.#onChange(this);
  }

  #rest(phase) {
    this.#samples = [];
    this.#moving.clear();
    this.until = 0;
    this.#tell(phase);
  }

  #end(run, error) {
    // Paused or cancelled, and perhaps begun again.
    if (this.#run !== run) return;
    this.#run = undefined;
    if (error instanceof SignedOut) {
      this.#rest(this.#file === undefined ? 'unfinished' : 'paused');
      this.#desk.onSignedOut();
      return;
    }
    if (error !== undefined) {
      if (!(error instanceof Failure)) console.error(error);
      this.code = error.code ?? 'internal_error';
      this.#rest('failed');
      if (!(error instanceof Failure) || this.code === 'file_unreadable') return;
      this.#forget();
      const id = this.#record?.id;
      if (id !== undefined && this.attachment?.status === 'reserved') void call('DELETE', cancelPath(id));
      return;
    }
    const { status, failureCode } = this.attachment;
    this.code = failureCode ?? undefined;
    this.#forget();
    this.#rest(status === 'ready' || status === 'review' ? status : status === 'deleted' ? 'cancelled' : 'rejected');
  }
}

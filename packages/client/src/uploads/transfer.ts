// The protocol of one upload: announce, send what is missing, complete, wait for the examination. Every step starts from
// what the service says it holds, so a pause, a lost connection and a reload are the same case.

import { eitherSignal, wait } from '../common/signals.ts';
import {
  type Attachment,
  type AttachmentAnswer,
  type Part,
  requireAttachment,
  UploadFailure,
  type UploadPolicy,
} from './answers.ts';
import { Attempts } from './attempts.ts';
import { mediaTypeOf } from './kinds.ts';
import type { UploadMemory, UploadRecord } from './memory.ts';
import { Progress } from './progress.ts';
import { fingerprintOf, freshKey, SourceParts, type UploadSource } from './source.ts';
import type { Answer, Transport } from './transport.ts';
import type { Slots } from './waiting.ts';

export const PARTS_AT_A_TIME = 4;
/** How often an upload starts again when the service holds other parts than expected. */
const ROUNDS_MAX = 4;
const POLL_LEAST_MS = 400;
const POLL_MOST_MS = 5_000;
/** The announcement is not valid any more: announce again. */
const ANNOUNCE_AGAIN = new Set(['upload_intent_expired', 'upload_cancelled', 'attachment_not_found', 'file_changed']);
/** The parts differ from those expected: read them again. */
const READ_AGAIN = new Set(['parts_incomplete', 'part_conflict', 'upload_state_conflict']);

/** What the uploads of one account share. */
export interface TransferContext {
  readonly transport: Transport;
  readonly policy: UploadPolicy;
  readonly memory: UploadMemory;
  readonly slots: Slots;
}

/** What a transfer reports while it runs. */
interface TransferEvents {
  readonly onStep: (step: 'sending' | 'finishing' | 'examining') => void;
  /** The next attempt is at `attempts.until`, because of `code`. */
  readonly onWait: (code: string) => void;
  /** A part has arrived. */
  readonly onPart: () => void;
}

interface TransferSubject {
  readonly fileName: string;
  readonly size: number;
  readonly fingerprint?: string | undefined;
  readonly file?: UploadSource | undefined;
  readonly record?: UploadRecord | undefined;
  readonly attachment?: Attachment | undefined;
}

/** Path of an attachment. */
export const attachmentPath = (id: string): string => `/api/v1/community/attachments/${encodeURIComponent(id)}`;
const cancelPath = (id: string): string => `/api/v1/community/uploads/${encodeURIComponent(id)}/multipart`;

export class Transfer {
  attachment: Attachment | undefined;
  fingerprint: string | undefined;
  file: UploadSource | undefined;
  readonly progress: Progress;
  readonly attempts: Attempts;
  readonly #context: TransferContext;
  readonly #events: TransferEvents;
  readonly #fileName: string;
  readonly #size: number;
  readonly #parts: SourceParts;
  #record: UploadRecord | undefined;

  constructor(context: TransferContext, subject: TransferSubject, events: TransferEvents) {
    this.#context = context;
    this.#events = events;
    this.#fileName = subject.fileName;
    this.#size = subject.size;
    this.#record = subject.record;
    this.file = subject.file;
    this.fingerprint = subject.fingerprint;
    this.attachment = subject.attachment;
    this.#parts = new SourceParts(subject.size, context.policy.limits.partBytes);
    this.progress = new Progress((part) => this.#parts.range(part).bytes);
    this.attempts = new Attempts(events.onWait);
  }

  get id(): string | undefined {
    return this.attachment?.id ?? this.#record?.id;
  }

  /** Runs until the service has examined the file. */
  async run(signal: AbortSignal): Promise<void> {
    let attachment = this.attachment;
    if (attachment === undefined || attachment.status === 'reserved') {
      attachment = await this.#announce(signal);
      for (let round = 0; attachment.status === 'reserved'; round++) {
        if (round === ROUNDS_MAX) throw new UploadFailure('upload_state_conflict');
        try {
          attachment = await this.#send(attachment, signal);
        } catch (error) {
          if (!(error instanceof UploadFailure)) throw error;
          if (ANNOUNCE_AGAIN.has(error.code)) attachment = await this.#announceAgain(signal);
          else if (READ_AGAIN.has(error.code)) attachment = (await this.read(signal)).attachment;
          else throw error;
        }
      }
    }
    for (let pause = POLL_LEAST_MS; attachment.status === 'scanning'; pause = Math.min(POLL_MOST_MS, pause * 1.5)) {
      this.#events.onStep('examining');
      await wait(pause, signal);
      attachment = (await this.read(signal)).attachment;
    }
  }

  /** Reads the state of the attachment and the parts that arrived. */
  read(signal: AbortSignal): Promise<AttachmentAnswer> {
    return this.#ask(signal, () => this.#context.transport.call('GET', attachmentPath(this.id ?? ''), { signal }));
  }

  /** The file is another object now, perhaps with other content. */
  replaceFile(file: UploadSource): void {
    this.file = file;
    this.#parts.checksums.clear();
  }

  /** Asks for another examination. False: the service refused. */
  async examineAgain(): Promise<boolean> {
    const answer = await this.#context.transport.call('POST', `${attachmentPath(this.id ?? '')}/retry`);
    if (answer.status !== 202) return false;
    this.attachment = requireAttachment(answer).attachment;
    return true;
  }

  /** Removes the record; the file is not recognised any more. */
  forget(): void {
    if (this.#record !== undefined) this.#context.memory.forget(this.#record.fingerprint);
  }

  /** Cancels the upload at the service, unless it was completed. */
  async cancel(): Promise<void> {
    const isPartial = this.attachment === undefined || this.attachment.status === 'reserved';
    if (this.id !== undefined && isPartial) await this.#context.transport.call('DELETE', cancelPath(this.id));
  }

  /** Finds the attachment of this file, or creates one. */
  async #announce(signal: AbortSignal): Promise<Attachment> {
    const { file } = this;
    if (file === undefined) return (await this.read(signal)).attachment;
    const { memory, policy, transport } = this.#context;
    this.fingerprint ??= await readSource(() => fingerprintOf(file));
    const { fingerprint } = this;
    const known = this.#record ?? memory.find(fingerprint) ?? { key: freshKey(), sums: {} };
    const record: UploadRecord = { ...known, fingerprint, fileName: this.#fileName, size: this.#size };
    const mediaType = mediaTypeOf(this.#fileName);
    if (mediaType === undefined || !policy.mediaTypes.includes(mediaType)) {
      throw new UploadFailure(mediaType?.startsWith('video/') ? 'no_video' : 'unsupported_file');
    }
    if (this.#size === 0) throw new UploadFailure('invalid_size');
    if (this.#size > policy.limits.fileBytes) throw new UploadFailure('file_too_large');
    this.#keep(record);
    const body = { fileName: this.#fileName, mediaType, size: this.#size };
    const headers = { 'Idempotency-Key': record.key };
    const { attachment } = await this.#ask(signal, () =>
      transport.call('POST', '/api/v1/community/uploads/intents', { body, headers, signal }),
    );
    this.#keep({ ...record, id: attachment.id });
    // The key belongs to an upload that ended before.
    if (attachment.status !== 'reserved' && attachment.status !== 'scanning') return this.#announceAgain(signal);
    return attachment;
  }

  /** Starts from the beginning with a new key. */
  async #announceAgain(signal: AbortSignal): Promise<Attachment> {
    const { id } = this;
    if (id !== undefined) await this.#context.transport.call('DELETE', cancelPath(id), { signal });
    this.forget();
    this.#record = undefined;
    this.attachment = undefined;
    this.progress.held.clear();
    return this.#announce(signal);
  }

  /** Sends what is missing and completes the upload. */
  async #send(reserved: Attachment, signal: AbortSignal): Promise<Attachment> {
    if (reserved.uploadUrl !== null) return (await this.#sendPart(1, reserved.uploadUrl, signal)).attachment;
    const { attachment, parts = [] } = await this.read(signal);
    if (attachment.status !== 'reserved' || attachment.multipart === null) return attachment;
    const { partCount, partUploadUrl, completeUrl } = attachment.multipart;
    await this.#checkHeld(parts);
    const numbers = Array.from({ length: partCount }, (_, index) => index + 1);
    await this.#sendMissing(
      numbers.filter((number) => !this.progress.held.has(number)),
      partUploadUrl,
      signal,
    );
    const sent = this.attachment ?? attachment;
    if (sent.status !== 'reserved') return sent;
    this.#events.onStep('finishing');
    const body = { parts: numbers.map((partNumber) => ({ partNumber, etag: this.progress.held.get(partNumber) })) };
    const { transport } = this.#context;
    return (await this.#ask(signal, () => transport.call('POST', completeUrl, { body, signal }))).attachment;
  }

  async #sendMissing(missing: number[], path: string, signal: AbortSignal): Promise<void> {
    const stopped = new AbortController();
    const both = eitherSignal(signal, stopped.signal);
    const worker = async (): Promise<void> => {
      for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
        const { part } = await this.#sendPart(
          number,
          path.replace('{partNumber}', () => `${number}`),
          both,
        );
        // Without `part` it is no longer being uploaded: somebody else has completed it.
        if (part !== undefined) this.progress.held.set(number, part.etag);
        this.#events.onPart();
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(PARTS_AT_A_TIME, missing.length) }, worker));
    } catch (error) {
      // A part that fails permanently stops the others.
      stopped.abort(error);
      throw error;
    }
  }

  /** Sends one part when a slot is free. Its checksum is kept before its first byte leaves. */
  #sendPart(number: number, path: string, signal: AbortSignal): Promise<AttachmentAnswer> {
    const send = async (): Promise<Answer> => {
      const bytes = await this.#readPart(number);
      const sum = this.#parts.checksums.get(number);
      if (this.#record !== undefined && sum !== undefined) {
        this.#keep({ ...this.#record, sums: { ...this.#record.sums, [number]: sum } });
      }
      return this.#sendCounted(number, path, bytes, signal);
    };
    return this.#ask(signal, () => this.#context.slots.run(signal, send));
  }

  /** Sends bytes and counts those that leave. The bytes of a failed attempt do not count. */
  async #sendCounted(number: number, path: string, bytes: ArrayBuffer, signal: AbortSignal): Promise<Answer> {
    const { moving } = this.progress;
    moving.set(number, 0);
    try {
      const onSent = (sent: number): void => {
        moving.set(number, Math.min(sent, bytes.byteLength));
        this.progress.sample();
        this.#events.onStep('sending');
      };
      const answer = await this.#context.transport.sendBytes(path, bytes, { signal, onSent });
      if (answer.status >= 200 && answer.status < 300) this.attempts.succeed();
      return answer;
    } finally {
      moving.delete(number);
    }
  }

  /** Finds which parts of the service are those of our file. */
  async #checkHeld(parts: readonly Part[]): Promise<void> {
    this.progress.held.clear();
    for (const { partNumber, etag } of parts) {
      const kept = this.#record?.sums[partNumber];
      if (kept === undefined) continue;
      if (!this.#parts.checksums.has(partNumber)) await this.#readPart(partNumber);
      // Another file with the same fingerprint: no part of the first may get into it.
      if (this.#parts.checksums.get(partNumber) !== kept) throw new UploadFailure('file_changed');
      this.progress.held.set(partNumber, etag);
    }
  }

  #readPart(number: number): Promise<ArrayBuffer> {
    const { file } = this;
    if (file === undefined) throw new UploadFailure('file_unreadable');
    return readSource(() => this.#parts.read(file, number));
  }

  /** Repeats a request until it succeeds, and takes the attachment from its answer. */
  async #ask(signal: AbortSignal, work: () => Promise<Answer>): Promise<AttachmentAnswer> {
    const answer = requireAttachment(await this.attempts.persist(signal, work));
    this.attachment = answer.attachment;
    return answer;
  }

  #keep(record: UploadRecord): void {
    this.#record = record;
    this.#context.memory.keep(record);
  }
}

/** A file that was changed or removed since it was chosen cannot be read. */
async function readSource<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch {
    throw new UploadFailure('file_unreadable');
  }
}

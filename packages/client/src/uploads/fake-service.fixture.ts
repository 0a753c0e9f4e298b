// A transport that behaves like the upload routes of the service, with faults on request. Nothing leaves the process.

import type { Attachment, Part } from './answers.ts';
import { checksumOf } from './source.ts';
import type { Answer, Transport } from './transport.ts';

export const PART_BYTES = 10;
const FILE_BYTES = 1000;

interface Held {
  attachment: Attachment;
  readonly key: string;
  readonly parts: Map<number, ArrayBuffer>;
}

const answer = (status: number, body?: unknown, extra: Partial<Answer> = {}): Answer => ({
  status,
  body,
  code: undefined,
  retryAfterMs: undefined,
  ...extra,
});
export const refusal = (status: number, code?: string): Answer => answer(status, undefined, { code });

/** An answer that takes the place of the real one, once, or a promise that delays it. */
type Fault = (request: string) => Answer | Promise<void> | undefined;

export class FakeService implements Transport {
  /** Every request, in order: `POST /intents`, `PUT 2` for part 2. */
  readonly log: string[] = [];
  readonly held = new Map<string, Held>();
  fault: Fault = () => undefined;
  /** States that the examination goes through. */
  examination: readonly Attachment['status'][] = ['ready'];
  failureCode: string | null = null;

  partsSent(): readonly number[] {
    return this.log.filter((line) => line.startsWith('PUT')).map((line) => Number(line.slice(4)));
  }

  contentOf(id: string): string {
    const parts = [...(this.held.get(id)?.parts ?? [])].sort(([first], [second]) => first - second);
    return parts.map(([, bytes]) => new TextDecoder().decode(bytes)).join('');
  }

  async call(method: string, path: string, options: Parameters<Transport['call']>[2] = {}): Promise<Answer> {
    const request = `${method} ${path.replace(/^\/api\/v1\/community\/(uploads\/)?/, '/')}`;
    this.log.push(request);
    const fault = this.fault(request);
    if (fault instanceof Promise) await fault;
    else if (fault !== undefined) return fault;
    options.signal?.throwIfAborted();
    if (path.endsWith('/policy')) return answer(200, POLICY);
    if (path.endsWith('/intents')) return this.#announce(options.headers?.['Idempotency-Key'] ?? '', options.body);
    const [id = '', action] = path.split('/').slice(5);
    const found = this.held.get(id);
    if (found === undefined) return refusal(404, 'attachment_not_found');
    if (method === 'DELETE') {
      found.attachment = { ...found.attachment, status: 'deleted' };
      this.held.delete(id);
    } else if (action === 'complete') {
      if (found.parts.size < countOf(found.attachment.size)) return refusal(409, 'parts_incomplete');
      this.#examine(found);
    } else if (action === 'retry') {
      this.#examine(found);
      return answer(202, { attachment: found.attachment });
    } else if (found.attachment.status === 'scanning') this.#examine(found);
    const parts: Part[] = [...found.parts.keys()].map((partNumber) => ({ partNumber, etag: `e${partNumber}` }));
    return answer(action === 'complete' ? 202 : 200, { attachment: found.attachment, parts });
  }

  async sendBytes(path: string, bytes: ArrayBuffer, options: Parameters<Transport['sendBytes']>[2]): Promise<Answer> {
    const [id = '', action, number = '1'] = path.split('/').slice(5);
    this.log.push(`PUT ${number}`);
    options.onSent(Math.floor(bytes.byteLength / 2));
    const fault = this.fault(`PUT ${number}`);
    if (fault instanceof Promise) await fault;
    else if (fault !== undefined) return fault;
    options.signal.throwIfAborted();
    const found = this.held.get(id);
    if (found === undefined) return refusal(404, 'attachment_not_found');
    found.parts.set(Number(number), bytes);
    options.onSent(bytes.byteLength);
    if (action === 'content') this.#examine(found);
    return answer(200, { attachment: found.attachment, part: { partNumber: Number(number), etag: `e${number}` } });
  }

  #announce(key: string, body: unknown): Answer {
    const { fileName, size } = Object.assign({ fileName: '', size: 0 }, body);
    const known = [...this.held.values()].find((held) => held.key === key);
    if (known !== undefined) return answer(200, { attachment: known.attachment });
    const id = `a${this.held.size + 1}-${checksumOf(new TextEncoder().encode(key).buffer).toString(16)}`;
    const own = `/api/v1/community/uploads/${id}`;
    const attachment: Attachment = {
      id,
      fileName,
      size,
      mediaType: 'image/png',
      status: 'reserved',
      failureCode: null,
      uploadUrl: countOf(size) === 1 ? `${own}/content` : null,
      multipart: {
        partSize: PART_BYTES,
        partCount: countOf(size),
        partUploadUrl: `${own}/parts/{partNumber}`,
        completeUrl: `${own}/complete`,
      },
      processing: null,
      downloadUrl: null,
      thumbnailUrl: null,
      previewUrl: null,
      posterUrl: null,
    };
    this.held.set(id, { attachment, key, parts: new Map() });
    return answer(201, { attachment });
  }

  #examine(held: Held): void {
    const [status = 'ready', ...rest] = this.examination;
    this.examination = rest;
    held.attachment = { ...held.attachment, status, failureCode: status === 'rejected' ? this.failureCode : null };
  }
}

const countOf = (size: number): number => Math.ceil(size / PART_BYTES);
const POLICY = {
  limits: { partBytes: PART_BYTES, fileBytes: FILE_BYTES, attachmentsPerPost: 16, videoSeconds: 600 },
  mediaTypes: ['image/png', 'image/jpeg'],
};

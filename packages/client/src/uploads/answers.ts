// The answers of the upload routes, as far as uploads read them.

import type { Answer } from './transport.ts';

export interface Attachment {
  readonly id: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly status: 'reserved' | 'scanning' | 'ready' | 'review' | 'rejected' | 'deleted';
  readonly failureCode: string | null;
  /** While reserved, for a file of one part. */
  readonly uploadUrl: string | null;
  /** While reserved. */
  readonly multipart: {
    readonly partSize: number;
    readonly partCount: number;
    readonly partUploadUrl: string;
    readonly completeUrl: string;
  } | null;
  readonly processing: { readonly progress: number } | null;
  readonly downloadUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly previewUrl: string | null;
  readonly posterUrl: string | null;
  readonly alt?: string | null;
}

export interface Part {
  readonly partNumber: number;
  readonly etag: string;
}

export interface AttachmentAnswer {
  readonly attachment: Attachment;
  readonly part?: Part;
  readonly parts?: readonly Part[];
}

export interface UploadPolicy {
  readonly limits: {
    readonly partBytes: number;
    readonly fileBytes: number;
    readonly attachmentsPerPost: number;
    readonly videoSeconds: number;
  };
  readonly mediaTypes: readonly string[];
}

/** Ends an upload, with the code that says why. */
export class UploadFailure extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isAttachmentAnswer = (body: unknown): body is AttachmentAnswer =>
  isObject(body) &&
  'attachment' in body &&
  isObject(body.attachment) &&
  'id' in body.attachment &&
  'status' in body.attachment;

const isPolicy = (body: unknown): body is UploadPolicy =>
  isObject(body) && 'limits' in body && 'mediaTypes' in body && Array.isArray(body.mediaTypes);

/** The attachment of a successful answer. Something else, as from a proxy's own page, fails the upload. */
export function requireAttachment({ body }: Answer): AttachmentAnswer {
  if (!isAttachmentAnswer(body)) throw new UploadFailure('invalid_answer');
  return body;
}

/** The policy of a successful answer. */
export function requirePolicy({ status, code, body }: Answer): UploadPolicy {
  if (status !== 200 || !isPolicy(body))
    throw new UploadFailure(code ?? (status === 0 ? 'no_connection' : 'invalid_answer'));
  return body;
}

// Routes for publishing from elsewhere. A program sends a descriptor and a list of files, then the objects that this server
// lacks, and commits. By API token only. Handlers stream byte bodies with their own limits.
import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { milliseconds, ok, uuid } from '../../http/routing/declarations.ts';
import { isSha256 } from '../../kernel/names.ts';
import { fieldChangesSchema } from '../release/history/contract.ts';

const api = { dialect: 'api', cors: 'tokens', section: 'Publishing', access: 'publish' } as const;

const digest = z.string().describe('SHA-256, 64 lowercase hex digits');
const finding = z
  .object({ file: z.string(), path: z.string(), code: z.string(), message: z.string() })
  .meta({ id: 'PublicationFinding' });

export const publicationFindings = z.array(finding);

export const publicationResult = z.object({
  server: z.string(),
  releaseId: z.string(),
  sourceId: z.string(),
  promoted: z.boolean(),
  unchanged: z.boolean(),
  entries: z.int(),
  bytes: z.int(),
  objects: z.object({ written: z.int(), reused: z.int() }),
  warnings: z.array(finding),
  schema: fieldChangesSchema.optional().describe('What changed in the fields of collections; absent where nothing did'),
  milliseconds: z.int(),
});
export const publicationView = z
  .object({
    id: z.string(),
    server: z.string(),
    state: z.enum(['open', 'committing', 'done', 'failed']),
    files: z.int(),
    bytes: z.int().describe('Bytes of all files, equal ones counted once'),
    missing: z.int().describe('Objects that have not arrived yet'),
    createdAt: milliseconds,
    expiresAt: milliseconds.describe(
      'An open publication ends a day after the last object, an ended one is kept a day',
    ),
    progress: z
      .object({ step: z.string(), done: z.int(), total: z.int().describe('0 when the step cannot be counted') })
      .nullable(),
    result: publicationResult
      .nullable()
      .describe('What `livehouse publish --json` prints; null before the end and after a failure'),
    errors: publicationFindings.describe('Why nothing was published; empty unless `failed`'),
  })
  .meta({ id: 'Publication' });

const id = { schema: uuid, refusal: 'publication_not_found' } as const;
const objectDigest = { schema: z.string().refine(isSha256), refusal: 'object_not_expected' } as const;
const envelope = z.object({ publication: publicationView });
const received = z.object({
  sha256: digest,
  bytes: z.int(),
  received: z.int().describe('Bytes that are held; the next request continues there'),
  complete: z.boolean(),
});
export type ReceivedObject = Readonly<z.output<typeof received>>;
const OCTETS = ['application/octet-stream'];

export const publicationsContract = defineContract({
  publicationCreate: {
    ...api,
    method: 'POST',
    servedInMaintenance: true,
    path: '/api/v1/publications',
    summary: 'Begin a publication, or take one up again',
    description:
      'The body is `{descriptor, files: [{path, sha256, bytes}]}`: the value of `snapshot.json` without `mounts`, and its files at ' +
      'most 500,000. `missing` lists the objects to send; what releases of the same server have is not asked for. The same body ' +
      'returns the open publication of this account with what is still missing. The token must name the server of the descriptor. ' +
      'The server derives everything from these files: documents, indexes, compressed forms and the file for queries.',
    limit: 'publication',
    body: {
      kind: 'raw',
      mediaTypes: ['application/json'],
      description: 'The descriptor and the list of files',
      shape: z.object({
        descriptor: z.record(z.string(), z.json()).describe('The value of `snapshot.json`, without `mounts`'),
        files: z.array(z.object({ path: z.string(), sha256: digest, bytes: z.int() })),
      }),
    },
    answers: {
      200: {
        description: 'The publication that was open already',
        schema: z.object({ id: z.string(), missing: z.array(digest), expiresAt: milliseconds }),
      },
      201: {
        description: 'Begun',
        schema: z.object({ id: z.string(), missing: z.array(digest), expiresAt: milliseconds }),
      },
    },
    refusals: [
      'server_not_in_scope',
      'content_type_required',
      'request_too_large',
      'invalid_json',
      'invalid_body',
      'invalid_publication',
      'mounts_not_allowed',
      'invalid_file_path',
      'too_many_files',
      'publication_too_large',
      'publication_limit',
      'collection_running',
    ],
  },
  publicationRead: {
    ...api,
    method: 'GET',
    path: '/api/v1/publications/{id}',
    summary: 'The state of a publication',
    params: { id },
    answers: ok('The publication', envelope),
  },
  publicationDelete: {
    ...api,
    method: 'DELETE',
    servedInMaintenance: true,
    path: '/api/v1/publications/{id}',
    summary: 'Cancel a publication, or forget an ended one',
    description: 'Nothing becomes visible. What was received is removed with the next collection.',
    params: { id },
    answers: { 204: { description: 'Removed' } },
    refusals: ['publication_closed'],
  },
  publicationObjectRead: {
    ...api,
    method: 'GET',
    path: '/api/v1/publications/{id}/objects/{digest}',
    summary: 'How much of an object has arrived',
    description: 'HEAD answers with the headers `Upload-Offset` (bytes that are held) and `Upload-Length` (all bytes).',
    params: { id, digest: objectDigest },
    answers: ok('What is held', received),
  },
  publicationObjectWrite: {
    ...api,
    method: 'PUT',
    servedInMaintenance: true,
    path: '/api/v1/publications/{id}/objects/{digest}',
    summary: 'Send an object, or the rest of it',
    description:
      'Without `Content-Range` the whole object; `Content-Range: bytes {first}-{last}/{all}` continues at `{first}`, which must not ' +
      'be beyond what is held. What arrived before a connection broke is kept. The object counts once it is complete and its ' +
      'SHA-256 was verified. Several objects may be sent at once.',
    params: { id, digest: objectDigest },
    headers: {
      'content-range': {
        schema: z.string().regex(/^bytes \d{1,15}-\d{1,15}\/\d{1,15}$/),
        refusal: 'invalid_content_range',
        description: '`bytes {first}-{last}/{all}`',
      },
    },
    body: { kind: 'raw', mediaTypes: OCTETS, description: 'The bytes, with their Content-Length' },
    answers: {
      200: { description: 'Held; `complete` says whether something is missing', schema: received },
      201: { description: 'Complete and verified', schema: received },
    },
    refusals: [
      'content_length_required',
      'content_type_required',
      'upload_interrupted',
      'digest_mismatch',
      'publication_closed',
      'invalid_content_range',
      'size_mismatch',
      'offset_conflict',
      'object_busy',
    ],
  },
  publicationPackWrite: {
    ...api,
    method: 'POST',
    servedInMaintenance: true,
    path: '/api/v1/publications/{id}/objects',
    summary: 'Send many small objects in one request',
    description:
      'The body is a row of objects, each as its SHA-256 (32 bytes), its length (4 bytes, big-endian) and its bytes. An object has at ' +
      'most 1 MiB, a body at most 16 MiB. Objects that were complete when the request broke or was refused count.',
    params: { id },
    body: { kind: 'raw', mediaTypes: OCTETS, description: 'A row of objects' },
    answers: ok('How many objects were taken', { received: z.int() }),
    refusals: [
      'content_length_required',
      'content_type_required',
      'upload_interrupted',
      'digest_mismatch',
      'publication_closed',
      'object_not_expected',
      'size_mismatch',
      'invalid_pack',
      'request_too_large',
    ],
  },
  publicationCommit: {
    ...api,
    method: 'POST',
    servedInMaintenance: true,
    path: '/api/v1/publications/{id}/commit',
    summary: 'Publish what was sent',
    description:
      'Runs in the background. Answers 200 once it has ended, and 202 when that takes longer than some seconds: then read the ' +
      'publication until its state is `done` or `failed`, or `open` again if objects have been lost and must be sent once more. ' +
      'With `promote: false` the release is stored and does not become current. A second commit of the same publication has no effect.',
    params: { id },
    limit: 'publication',
    body: {
      kind: 'json',
      schema: z.strictObject({
        promote: z.boolean().optional(),
        strict: z.boolean().optional().describe('Whether warnings end the publication'),
        allowLoss: z.boolean().optional().describe('Whether a collection may lose more than half of its entities'),
      }),
      capBytes: 1024,
      invalid: 'invalid_body',
      optional: true,
    },
    answers: {
      200: { description: 'Ended: `done` or `failed`', schema: envelope },
      202: { description: 'It is being published', schema: envelope },
    },
    refusals: ['objects_missing'],
  },
});

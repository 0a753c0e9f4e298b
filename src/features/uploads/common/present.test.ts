import { expect, test } from 'bun:test';
import { refuseUpload } from './attachments.ts';
import { type Attachment, presentAttachment, type Variant } from './present.ts';
import { PART_BYTES } from './rules.ts';

const STATES = ['reserved', 'finishing', 'scanning', 'ready', 'review', 'rejected', 'deleted'] as const;
const ID = '01990000-0000-7000-8000-000000000001';
const LATER = new Date(Date.now() + 3_600_000);

/** A row in a state, with internal values set where the state has them. */
function makeRow(status: Attachment['status'], more: Partial<Attachment> = {}): Attachment {
  return {
    alt: null,
    id: ID,
    ownerAccountId: 'SECRET-ACCOUNT',
    ownerUid: 7,
    idempotencyKey: 'SECRET-KEY',
    fileName: 'cat.png',
    mediaType: 'image/png',
    size: 10,
    chargedBytes: 10,
    status,
    failureCode: null,
    originalKey: 'SECRET-OBJECT',
    partHandle: 'SECRET-HANDLE',
    sha256: 'SECRET-DIGEST',
    width: 3,
    height: 2,
    durationMs: null,
    processing: null,
    progress: 0,
    attempts: 0,
    leaseToken: 'SECRET-LEASE',
    leaseHolder: 'SECRET-HOLDER',
    leaseUntil: null,
    expiresAt: LATER,
    linkedAt: null,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    readyAt: null,
    originalRemovedAt: null,
    objectsRemovedAt: null,
    ...more,
  };
}

const variantsOf = (...kinds: readonly Variant['kind'][]): readonly Variant[] =>
  kinds.map((kind) => ({
    attachmentId: ID,
    kind,
    objectKey: 'SECRET-VARIANT',
    mediaType: 'image/webp',
    bytes: 1,
    sha256: 'SECRET-DIGEST',
    width: 1,
    height: 1,
  }));

test.each(STATES)('%s: only permitted actions have a URL', (status) => {
  const shown = status === 'finishing' ? 'reserved' : status;
  const view = presentAttachment(makeRow(status), variantsOf('media', 'thumb', 'moderation'));
  expect(view.status).toBe(shown);
  expect(view.moderationStatus).toBe(
    shown === 'ready' ? 'allow' : shown === 'reserved' || shown === 'scanning' ? 'pending' : shown,
  );
  expect([view.uploadUrl !== null, view.multipart !== null]).toEqual([shown === 'reserved', shown === 'reserved']);
  for (const url of [view.downloadUrl, view.previewUrl, view.thumbnailUrl])
    expect(url !== null).toBe(shown === 'ready');
  expect([view.posterUrl, view.playbackUrl]).toEqual([null, null]);
  expect(JSON.stringify(view)).not.toContain('SECRET');
  expect(JSON.stringify(view)).not.toContain('moderation.');
});

test('a multipart upload has no single upload URL', () => {
  const view = presentAttachment(makeRow('reserved', { size: PART_BYTES + 1 }));
  expect(view.uploadUrl).toBeNull();
  expect(view.multipart).toMatchObject({ partSize: PART_BYTES, partCount: 2 });
});

test('a video has a playback URL, a picture has an image URL', () => {
  const row = makeRow('ready', { mediaType: 'video/mp4', durationMs: 1500 });
  const view = presentAttachment(row, variantsOf('media', 'poster', 'thumb'));
  expect(view).toMatchObject({ previewUrl: null, durationSeconds: 1.5 });
  for (const url of [view.playbackUrl, view.posterUrl, view.thumbnailUrl])
    expect(url).toContain(`/${ID}/content?variant=`);
});

test.each(STATES)('%s: bytes are refused once it is over, and never for want of a reason', (status) => {
  const past = new Date(Date.now() - 1);
  expect(refuseUpload(makeRow(status))?.code).toBe(status === 'deleted' ? 'upload_cancelled' : undefined);
  expect(refuseUpload(makeRow(status, { expiresAt: past }))?.code).toBe(
    status === 'deleted' ? 'upload_cancelled' : status === 'reserved' ? 'upload_intent_expired' : undefined,
  );
  expect(refuseUpload(makeRow(status, { expiresAt: null, linkedAt: past }))?.code).toBe(
    status === 'deleted' ? 'upload_cancelled' : undefined,
  );
});

// Resumable uploads to a Livehouse service, for browsers, Node and Bun. Without dependencies.
//
//   const uploads = await openUploadQueue({ transport: fetchTransport(), storage: localStorage, account, onChange });
//   await uploads.add(file);

export type { Attachment, UploadPolicy } from './uploads/answers.ts';
export { extensionsOf, mediaTypeOf } from './uploads/kinds.ts';
export { type UploadStorage, volatileStorage } from './uploads/memory.ts';
export { openUploadQueue, type UploadQueue } from './uploads/queue.ts';
export { fetchTransport } from './uploads/transport.ts';
export type { Upload, UploadPhase } from './uploads/upload.ts';

// Resumable uploads to a Livehouse service, for browsers, Node, Bun and Deno. Without dependencies.
//
//   const attachment = await uploadFile(house, file);
//   const uploads = await openUploadQueue({ transport: fetchTransport(), storage: localStorage, account, onChange });
//   await uploads.add(file);

export { type Attachment, UploadFailure, type UploadPolicy } from './uploads/answers.ts';
export { extensionsOf, mediaTypeOf } from './uploads/kinds.ts';
export { type UploadStorage, volatileStorage } from './uploads/memory.ts';
export { openUploadQueue, type UploadQueue } from './uploads/queue.ts';
export { fetchTransport } from './uploads/transport.ts';
export type { Upload, UploadPhase } from './uploads/upload.ts';
export {
  type FinishedAttachment,
  type UploadFileOptions,
  type UploadProgress,
  type UploadTarget,
  uploadFile,
} from './uploads/upload-file.ts';

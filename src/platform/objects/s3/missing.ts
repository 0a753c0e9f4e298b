// Distinguishes a missing object, which is a regular result, from a missing bucket, which means that the store is
// unavailable.
import { ObjectsUnavailable } from '../objects.ts';
import type { S3Answer } from './client.ts';

/** Whether the response means that the object does not exist. Throws when the bucket does not exist. */
export function isMissing({ status, code }: S3Answer): boolean {
  if (status !== 404) return false;
  if (code === 'NoSuchBucket') throw new ObjectsUnavailable('The bucket of the object store does not exist');
  return true;
}

// Tells an object that is not there from a bucket that is not there: the one is an answer, the other an engine that is away.
import { ObjectsUnavailable } from '../objects.ts';
import type { S3Answer } from './client.ts';

/** Whether the answer says that there is no such object. Throws when the bucket itself is missing. */
export function isMissing({ status, code }: S3Answer): boolean {
  if (status !== 404) return false;
  if (code === 'NoSuchBucket') throw new ObjectsUnavailable('The bucket of the object store does not exist');
  return true;
}

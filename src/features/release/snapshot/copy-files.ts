// The files by which a folder is known as a copy of a release.
import { existsSync } from 'node:fs';
import { DESCRIPTOR_FILE } from './descriptor.ts';

export const COPY_MANIFEST_FILE = 'release.json';
export const COPY_ORIGIN_FILE = 'origin.json';

/** Whether a folder is a copy of a release, and not a snapshot. */
export const isReleaseCopy = (directory: string): boolean =>
  !existsSync(`${directory}/${DESCRIPTOR_FILE}`) &&
  existsSync(`${directory}/${COPY_MANIFEST_FILE}`) &&
  existsSync(`${directory}/${COPY_ORIGIN_FILE}`);

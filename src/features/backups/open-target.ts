// Opens the target that the configuration, or an import, names.
import type { BackupLocation } from '../../platform/config/backups.ts';
import { openFolderTarget } from './folder-target.ts';
import { openS3Target } from './s3-target.ts';
import type { BackupTarget } from './target.ts';

/** Opens the target. Neither reads nor writes. */
export const openTarget = (location: BackupLocation): BackupTarget =>
  location.kind === 'folder' ? openFolderTarget(location.folder) : openS3Target(location.s3);

// The files that queries run on, as publishing begins them. A file of its own: whoever publishes an unchanged snapshot
// loads little.
import { openQueryFileMaker } from '../features/query/database/maker.ts';
import type { OpenQueryFileMaker } from '../features/release/publish/query-file-maker.ts';
import { LOCALES } from '../kernel/names.ts';

export const openQueryFile: OpenQueryFileMaker = (folder) => openQueryFileMaker(folder, LOCALES.length);

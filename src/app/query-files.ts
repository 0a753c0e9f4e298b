// Creates the files that queries run on, at publication. A separate file, so that publishing an unchanged snapshot
// loads few modules.
import { openQueryFileMaker } from '../features/query/database/maker.ts';
import type { OpenQueryFileMaker } from '../features/release/publish/query-file-maker.ts';
import { SLOT_LOCALES } from '../kernel/names.ts';

export const openQueryFile: OpenQueryFileMaker = (folder) => openQueryFileMaker(folder, SLOT_LOCALES.length);

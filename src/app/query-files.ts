// Creates the files that queries run on, at publication. A separate file, so that publishing an unchanged snapshot
// loads few modules.
import { openQueryFileMaker } from '../features/query/database/maker.ts';
import { readStoredFields } from '../features/query/database/stored-fields.ts';
import type { OpenQueryFileMaker, ReadQueriedFields } from '../features/release/publish/query-file-maker.ts';
import { SLOT_LOCALES } from '../kernel/names.ts';

/** Which fields of collections changed is read from the files of two releases. */
export const readQueriedFields: ReadQueriedFields = readStoredFields;

export const openQueryFile: OpenQueryFileMaker = (folder) => openQueryFileMaker(folder, SLOT_LOCALES.length);

// Words of lists of catalog entities: their pages, and marks and filters in the catalog.
import { FAULTS } from './community.ts';
import { REASON_TEXTS } from './decisions.ts';
import listsEn from './en/lists.json';
import { joinMessages, messagesOf } from './tables.ts';

export const LISTS_MESSAGES = joinMessages(
  REASON_TEXTS,
  messagesOf('lists', listsEn, { staffDelete: 'deleteAsStaff' }),
);
/** What the marks of entities in the catalog say when they are refused. */
export const ENTITY_MARKS_MESSAGES = FAULTS;

// Words of the catalog: its overview, lists, entities, files, releases and mirrors.
import { FAULTS } from './community.ts';
import artEn from './en/catalog/art.json';
import calendarEn from './en/catalog/calendar.json';
import catalogEn from './en/catalog/catalog.json';
import compareEn from './en/catalog/compare.json';
import developersEn from './en/catalog/developers.json';
import entityEn from './en/catalog/entity.json';
import entityBookmarkEn from './en/catalog/entity-bookmark.json';
import filesEn from './en/catalog/files.json';
import fieldNamesEn from './en/catalog/filter-names.json';
import mirrorEn from './en/catalog/mirror.json';
import mirrorLabelsEn from './en/catalog/mirror-labels.json';
import releaseEn from './en/catalog/release.json';
import runningEn from './en/catalog/running.json';
import shelfEn from './en/catalog/shelf.json';
import storyEn from './en/catalog/story.json';
import talkEn from './en/catalog/talk.json';
import { joinMessages, messagesOf } from './tables.ts';

export const CATALOG_MESSAGES = messagesOf('catalog/catalog', catalogEn, {
  changed: 'whatChanged',
  away: 'partUnreadable',
  servers: 'servers',
  narrow: 'apply',
  pages: 'pages',
  previous: 'previousPage',
  next: 'nextPage',
});
export const ENTITY_MESSAGES = messagesOf('catalog/entity', entityEn, {
  id: 'id',
  readOn: 'readRest',
  history: 'entryHistory',
});
/** Of the art of an entity, opened. */
export const ART_MESSAGES = messagesOf('catalog/art', artEn, { close: 'close' });
/** Of what runs for a time. */
export const RUNNING_MESSAGES = messagesOf('catalog/running', runningEn);
export const CALENDAR_MESSAGES = messagesOf('catalog/calendar', calendarEn, { away: 'partUnreadable' });
export const RELEASE_MESSAGES = messagesOf('catalog/release', releaseEn, {
  changed: 'whatChanged',
  changes: 'whatChanged',
  fileChanges: 'files',
  added: 'addedCount',
  altered: 'changedCount',
  removed: 'removedCount',
  field: 'field',
  away: 'partUnreadable',
  history: 'entryHistory',
});
export const DEVELOPER_MESSAGES = messagesOf('catalog/developers', developersEn, { tokens: 'apiTokens' });
export const COMPARE_MESSAGES = messagesOf('catalog/compare', compareEn, { field: 'field' });
export const STORY_MESSAGES = messagesOf('catalog/story', storyEn);
export const FILE_MESSAGES = messagesOf('catalog/files', filesEn, {
  name: 'name',
  title: 'files',
  pages: 'pages',
  size: 'fileSize',
  open: 'openFile',
});
/** Names of collections and of fields. */
export const MIRROR_LABELS = messagesOf('catalog/mirror-labels', mirrorLabelsEn, {
  name: 'name',
  id: 'id',
  kind: 'kind',
  description: 'description',
  difficulty: 'difficulty',
  notes: 'chartNotes',
  perSecond: 'notesPerSecond',
  tempo: 'bpm',
});
export const MIRROR_MESSAGES = messagesOf('catalog/mirror', mirrorEn);
/** The catalog's half of the home page. */
export const SHELF_MESSAGES = messagesOf('catalog/shelf', shelfEn, {
  added: 'addedCount',
  altered: 'changedCount',
  removed: 'removedCount',
});
export const TALK_MESSAGES = messagesOf('catalog/talk', talkEn, { all: 'allPosts', comments: 'commentCount' });
export const FIELD_NAMES_MESSAGES = messagesOf('catalog/filter-names', fieldNamesEn);
export const ENTITY_BOOKMARK_MESSAGES = joinMessages(
  FAULTS,
  messagesOf('catalog/entity-bookmark', entityBookmarkEn, { bookmark: 'bookmark' }),
);

// The descriptor of the sample, snapshot.json. It uses every section of the format, so that it can be read as an example
// of each.
import type { Json } from './catalog.ts';
import { PRESENTATION, texts } from './presentation.ts';
import { CATALOG_HASH_FILE, EMBEDDED_CATALOG_FILE, PLATFORM } from './trees.ts';

/** `catalogFile` is the name of the client's catalog; it holds a digest and so depends on the content. */
export function makeDescriptor(catalogFile: string): Json {
  const packageIcons = 'assets/Packages/com.livehouse.demo/Icons';
  return {
    $schema: '../../docs/snapshot.schema.json',
    server: { id: 'demo', displayName: 'Livehouse Demo', region: 'global' },
    sourceId: 'demo-1.5.0',
    mounts: { [packageIcons]: { from: 'assets/Assets/Livehouse/Ui', exclude: ['**/card-type-*'] } },
    exclude: ['**/.DS_Store', '**/Thumbs.db'],
    resources: {
      bands: { file: 'catalog/bands.json' },
      characters: {
        file: 'catalog/characters.json',
        id: 'characterId',
        dependencies: ['bands'],
        relations: { band: { field: 'bandId', mode: 'ids' } },
      },
      skills: { file: 'catalog/skills.json', id: ['skillId', 'id'] },
      cards: {
        file: 'catalog/cards.json',
        path: ['cards'],
        id: 'cardId',
        summary: ['cardId', 'characterId', 'prefix', 'rarity', 'cardType', 'releasedAt', 'images', 'skillId'],
        dependencies: ['characters', 'skills'],
        relations: {
          character: { field: 'characterId', mode: 'records' },
          rarity: { field: 'rarity', mode: 'ids' },
        },
      },
      songs: {
        file: 'catalog/songs.json',
        id: 'musicId',
        summary: ['musicId', 'musicTitle', 'bandId', 'bandIds', 'artistName', 'jacketThumb', 'publishedAt'],
        dependencies: ['bands', 'song-meta'],
        relations: { band: { field: ['bandId', 'bandIds'], mode: 'records' } },
      },
      'song-meta': { file: 'catalog/song-meta.json' },
      stories: {
        file: 'catalog/stories.json',
        path: ['episodes'],
        id: 'storyId',
        summary: ['storyId', 'chapterId', 'episodeNumber', 'title', 'characterIds', 'publishedAt'],
        dependencies: ['bands', 'characters', 'story-runtime', 'voices'],
        relations: { character: { field: 'characterIds', mode: 'records' } },
        views: {
          chapters: { path: ['chapters'], id: 'chapterId' },
          'home-spots': { path: ['homeSpots'], id: 'spotId', summary: ['spotId', 'bandId'] },
        },
      },
      'story-runtime': { file: 'catalog/story-runtime.json', kind: 'document' },
      voices: {
        file: 'catalog/voices.json',
        path: ['entries'],
        id: 'voiceKey',
        summary: ['voiceKey', 'characterIds'],
        dependencies: ['characters'],
        relations: { character: { field: 'characterIds', mode: 'ids' } },
      },
      stamps: {
        file: ['catalog/stamps-1.json', 'catalog/stamps-2.json'],
        dependencies: ['characters'],
        relations: { character: { field: 'characterIds', mode: 'records' } },
      },
      events: {
        file: 'catalog/events.json',
        id: 'eventId',
        dependencies: ['bands', 'cards', 'songs'],
        fields: { bonusPercent: { type: 'number', unit: '%' } },
        relations: { card: { field: 'rewardCards', mode: 'ids' } },
      },
      items: { file: 'catalog/items.json', path: ['items'], id: 'itemId' },
      venues: {
        file: 'catalog/venues.json',
        path: ['venues'],
        id: 'venueId',
        dependencies: ['bands'],
        fields: { capacity: { type: 'integer' } },
      },
      shows: {
        file: 'catalog/shows.json',
        id: 'showId',
        dependencies: ['bands', 'venues'],
        fields: {
          attendance: { type: 'integer' },
          score: { type: 'number', unit: '%' },
          venueId: { type: 'reference', references: { resource: 'venues' } },
          weather: {
            labels: {
              clear: texts('晴れ', 'Clear', '晴', '晴', '맑음'),
              cloudy: texts('曇り', 'Cloudy', '多雲', '多云', '흐림'),
              rain: texts('雨', 'Rain', '雨', '雨', '비'),
              snow: texts('雪', 'Snow', '雪', '雪', '눈'),
            },
          },
        },
      },
      progression: {
        file: 'catalog/progression.json',
        path: ['playerRanks'],
        id: 'rankId',
        views: { 'card-levels': { path: ['cardLevels'], id: 'levelId', summary: ['levelId', 'exp'] } },
      },
      scenes: {
        file: 'catalog/scenes.json',
        id: { field: 'path', encode: 'path' },
        dependencies: ['bands'],
        relations: { parent: { field: 'parent', mode: 'ids', encode: 'path' } },
      },
      'feature-status': { file: 'catalog/feature-status.json', path: ['features'], id: 'feature' },
      provenance: { file: 'catalog/provenance.json', kind: 'document' },
    },
    uiMarks: 'catalog/ui-marks.json',
    gameClient: {
      platform: PLATFORM,
      catalogFile,
      catalogHashFile: CATALOG_HASH_FILE,
      embeddedCatalogFile: EMBEDDED_CATALOG_FILE,
    },
    levels: {
      resource: 'songs',
      title: 'musicTitle',
      artists: 'artistName',
      publishedAt: 'publishedAt',
      cover: 'jacket',
      bgm: 'sound',
      charts: 'charts',
    },
    locales: ['ja', 'en', 'zh-TW', 'zh-CN', 'ko'],
    presentation: PRESENTATION,
  };
}

// Queries: songs in whose texts all words occur, with their titles in the reader's language, and the names of their bands.
import type { House } from './session.ts';

export interface Song {
  readonly title: string;
  readonly band: string;
  readonly picture: string | undefined;
}

/** Finds the first songs in which all words occur. */
export async function findSongs(house: House, words: string) {
  const catalog = house.catalog('demo');
  const songs = catalog.songs.query().fields('musicTitle', 'bandId', 'jacketThumb').include('bandId');
  const found = words === '' ? songs.sort('-publishedAt') : songs.search(words);
  const { items, total, included } = await found
    .locale(await chooseLanguage(house))
    .pageSize(12)
    .page();
  const bands = included?.bands ?? {};
  return {
    total,
    songs: items.map(({ entity: { musicTitle, bandId, jacketThumb } }): Song => {
      const band = bands[String(bandId)];
      return {
        title: String(musicTitle ?? ''),
        band: typeof band === 'object' && band !== null && 'bandName' in band ? String(band.bandName) : '',
        picture: typeof jacketThumb === 'string' ? catalog.fileUrl(jacketThumb, { width: 192 }) : undefined,
      };
    }),
  };
}

/** The reader's language, if the catalog has it, else its first. */
async function chooseLanguage(house: House): Promise<string> {
  const { locales } = await house.catalog('demo').presentation();
  const primary = (tag: string): string | undefined => tag.split('-')[0];
  const wanted = navigator.languages.find((tag) => locales.some((locale) => primary(locale) === primary(tag)));
  return wanted ?? locales[0] ?? 'en';
}

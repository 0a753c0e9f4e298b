// A song as search engines read it (schema.org); only what the page shows.
import type { EntitySummary } from '../common/reads.ts';
import type { SongData } from './song-data.ts';

export const describeSong = ({ facts }: SongData, summary: EntitySummary): Readonly<Record<string, unknown>> => ({
  '@context': 'https://schema.org',
  '@type': 'MusicRecording',
  name: summary.title.text,
  ...(summary.subtitle === undefined ? {} : { byArtist: { '@type': 'MusicGroup', name: summary.subtitle.text } }),
  ...(facts === undefined ? {} : { duration: `PT${Math.round(facts.seconds)}S` }),
});

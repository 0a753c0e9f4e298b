// The provider's songs and charts as the level server uses them: a small interface and its adapter to the provider
// feature. Songs carry a version that changes with them; charts are the provider's bytes.
import { z } from 'zod';
import { SLOT_LOCALES } from '../../../kernel/names.ts';
import { isRefusal, Refusal } from '../../../kernel/refusal.ts';
import { DIFFICULTIES, isProviderId, type Region, slotOf } from '../../provider/common/rules.ts';
import type { Provider } from '../../provider/mirror/provider.ts';
import { planChart, planCollection } from '../../provider/serve/plans.ts';
import type { LocalizedText } from '../common/formats.ts';

interface ProviderChart {
  readonly difficulty: string;
  readonly rating: number;
  /** Changes when the chart changes, as far as the list of songs shows. */
  readonly revision: string;
}

export interface ProviderSong {
  readonly id: string;
  readonly title: LocalizedText;
  readonly artists: LocalizedText;
  readonly publishedAt: number | null;
  /** URLs relative to the server address; undefined when there is no picture. */
  readonly coverUrl: string | undefined;
  readonly bgmUrl: string;
  readonly charts: readonly ProviderChart[];
}

export interface ProviderSongs {
  readonly version: string;
  readonly songs: readonly ProviderSong[];
}

/** A chart document as the provider has it. */
interface ProviderChartFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

export interface ProviderCatalog {
  /** Refuses with `provider_upstream` when nothing is cached and upstream is unavailable. */
  readonly songs: (region: Region) => Promise<ProviderSongs>;
  /** The chart document; undefined when the provider has none. Refuses like `songs`. */
  readonly chart: (region: Region, id: string, difficulty: string) => Promise<ProviderChartFile | undefined>;
}

const texts = z.array(z.string().nullable());
const bandsSchema = z.record(z.string(), z.object({ bandName: texts.nullable() }));
const songsSchema = z.record(
  z.string(),
  z.object({
    musicTitle: texts,
    bandId: z.int().nullable(),
    jacketUrl: z.string().nullable(),
    musicUrl: z.string(),
    composer: texts.nullish(),
    releaseAt: z.int().nullable().optional(),
    difficulty: z.array(
      z.object({
        difficulty: z.string(),
        playLevel: z.number().nullable(),
        noteCount: z.number().nullish(),
        publishedAt: z.array(z.int().nullable()).nullish(),
      }),
    ),
  }),
);

/** The adapter to the provider feature. Parsed songs of one region are cached while their documents are unchanged. */
export function createProviderCatalog(provider: Provider): ProviderCatalog {
  let kept: { readonly region: Region; readonly value: ProviderSongs } | undefined;
  return {
    songs: async (region) => {
      const [songs, bands] = await Promise.all([
        provider.readDocument(planCollection('songs', region)),
        provider.readDocument(planCollection('bands', region)),
      ]);
      const version = `${songs.sha256} ${bands.sha256}`;
      if (kept?.region === region && kept.value.version === version) return kept.value;
      const value = { version, songs: requireSongs(region, await songs.bytes.json(), await bands.bytes.json()) };
      kept = { region, value };
      return value;
    },
    chart: async (region, id, difficulty) => {
      const known = DIFFICULTIES.find((candidate) => candidate === difficulty);
      if (known === undefined || !isProviderId(id)) return undefined;
      try {
        const { bytes, sha256 } = await provider.readDocument(planChart(id, known, region));
        return { bytes: await bytes.bytes(), sha256 };
      } catch (error) {
        if (isRefusal(error, 'provider_not_found')) return undefined;
        throw error;
      }
    },
  };
}

/** Refuses when the documents are malformed. */
function requireSongs(region: Region, songs: unknown, bands: unknown): readonly ProviderSong[] {
  try {
    return readSongs(region, songs, bands);
  } catch (cause) {
    throw new Refusal('provider_upstream', { cause });
  }
}

function readSongs(region: Region, songs: unknown, bands: unknown): readonly ProviderSong[] {
  const bandNames = new Map(
    Object.entries(bandsSchema.parse(bands)).map(([id, { bandName }]) => [id, slots(bandName)]),
  );
  return Object.entries(songsSchema.parse(songs)).flatMap(([id, song]): ProviderSong[] => {
    const { releaseAt = null } = song;
    // Songs not released in this region are not listed.
    if (releaseAt === null) return [];
    const charts = song.difficulty.flatMap(({ difficulty, playLevel, noteCount, publishedAt }): ProviderChart[] => {
      const isOut = publishedAt === undefined || publishedAt === null || publishedAt[slotOf(region)] != null;
      return playLevel === null || !isOut
        ? []
        : [{ difficulty, rating: playLevel, revision: `${playLevel} ${noteCount ?? ''}` }];
    });
    if (charts.length === 0) return [];
    return [
      {
        id,
        title: slots(song.musicTitle) ?? `Song ${id}`,
        artists: bandNames.get(String(song.bandId)) ?? slots(song.composer) ?? 'Unknown',
        publishedAt: releaseAt,
        coverUrl: song.jacketUrl ?? undefined,
        bgmUrl: song.musicUrl,
        charts,
      },
    ];
  });
}

/** The five region slots correspond to the five locale slots. */
function slots(values: readonly (string | null)[] | null | undefined): LocalizedText | undefined {
  const texts = SLOT_LOCALES.flatMap((locale, slot) => {
    const text = values?.[slot];
    return text === null || text === undefined || text === '' ? [] : [[locale, text] as const];
  });
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

// Derives the levels of a release at publish time: charts are converted and compressed, covers become square PNGs,
// sounds are checked, and an index names all of them by SHA-1. They are stored as extras outside the release id,
// because different runtimes compress differently. A level that cannot be played completely is left out with a warning
// that names file and reason; no mistake here stops a publication.
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { canonicalBytes } from '../../../kernel/canonical-json.ts';
import { JSON_TYPE } from '../../../kernel/media-type.ts';
import type { Finding } from '../../release/common/finding.ts';
import type { Derivation, DerivationContext, SnapshotFile } from '../../release/publish/derivation.ts';
import { capFindings } from '../../release/snapshot/capped-findings.ts';
import type { LevelsDeclaration } from '../../release/snapshot/descriptor.ts';
import { readField } from '../../release/snapshot/field-path.ts';
import type { ResourceDeclaration } from '../../release/snapshot/resource-declaration.ts';
import { jsonPath } from '../../release/snapshot/tables/json-input.ts';
import { engineFacts } from '../common/engine-data.ts';
import {
  CHART_FORMATS,
  type ChartFormat,
  engineOf,
  type IndexedSong,
  isDifficulty,
  LEVEL_INDEX_EXTRA,
  LEVEL_NAME_MAX,
  LEVELS_SCHEMA,
  type LevelIndex,
  levelDataExtra,
  levelFileExtra,
  levelName,
  levelTail,
  playlistName,
} from '../common/formats.ts';
import { readText } from '../common/texts.ts';
import { ChartFault, convertChart } from './charts.ts';
import { CoverFault, prepareCover } from './cover.ts';
import { findMp3Fault } from './mp3.ts';
import { readPublishedAt } from './published-at.ts';

/** An entity of the resource that contains the songs. */
interface SongEntity {
  readonly key: string;
  readonly value: unknown;
  readonly file: string;
  readonly location: readonly (string | number)[];
}

export interface LevelDerivationDependencies {
  /** Entities of a resource in file order. The catalog reports mistakes in them. */
  readonly readEntities: (context: DerivationContext, resource: ResourceDeclaration) => Promise<readonly SongEntity[]>;
  /** Converts a sound to constant-rate MP3; undefined when there is no converter or it fails. */
  readonly convertSound: (bytes: Uint8Array) => Promise<Uint8Array | undefined>;
}

type IndexedChart = IndexedSong['charts'][number];
type Warn = (file: string, path: string, code: string, message: string) => void;

const SONGS_AT_ONCE = 4;
const SOUND_BYTES_MAX = 256 * 1024 * 1024;
const compress = promisify<Uint8Array, object, Buffer>(gzip);

/** The derivation step of levels. */
export function createLevelDerivation(dependencies: LevelDerivationDependencies): Derivation {
  return async (context) => {
    const declaration = context.descriptor.levels;
    const resource = context.descriptor.resources.find(({ name }) => name === declaration?.resource);
    if (declaration === undefined || resource === undefined) return;
    const findings = capFindings(context.report);
    const maker = createLevelMaker(context, declaration, dependencies, findings.report);
    const entities = await dependencies.readEntities(context, resource);
    const songs: (IndexedSong | undefined)[] = [];
    const queue = entities.entries();
    const work = async (): Promise<void> => {
      for (const [at, entity] of queue) songs[at] = await maker.makeSong(entity);
    };
    await Promise.all(Array.from({ length: SONGS_AT_ONCE }, work));
    const index: LevelIndex = {
      schema: LEVELS_SCHEMA,
      server: context.descriptor.server.id,
      resource: resource.name,
      songs: songs.flatMap((song) => song ?? []),
    };
    await context.emitExtra(LEVEL_INDEX_EXTRA, canonicalBytes(JSON.parse(JSON.stringify(index))), JSON_TYPE);
    findings.close();
  };
}

function createLevelMaker(
  context: DerivationContext,
  declaration: LevelsDeclaration,
  dependencies: LevelDerivationDependencies,
  report: (finding: Finding) => void,
) {
  const warn: Warn = (file, path, code, message) => report({ severity: 'warning', file, path, code, message });
  /** Shared files are prepared once: content digest → SHA-1 of the prepared file, or the reason why it is unusable. */
  const preparations = new Map<string, Promise<Prepared>>();

  /** The song with every playable chart; undefined when there is none. */
  async function makeSong(entity: SongEntity): Promise<IndexedSong | undefined> {
    const { value } = entity;
    const levels = declaration;
    const declared = readField(value, levels.charts);
    if (declared === undefined || declared === null) return undefined;
    const at = (field: string): string => jsonPath([...entity.location, field]);
    if (typeof declared !== 'object' || Array.isArray(declared)) {
      warn(entity.file, at(levels.charts), 'level_charts_invalid', 'Charts are an object by difficulty.');
      return undefined;
    }
    const charts = Object.entries(declared);
    if (charts.length === 0) return undefined;
    const cover = await prepareField(entity, levels.cover, 'cover');
    const bgm = await prepareField(entity, levels.bgm, 'sound');
    if (cover === undefined || bgm === undefined) return undefined;
    if (bgm === null) {
      const message = 'A level needs a sound; the levels of this song are left out.';
      warn(
        entity.file,
        levels.bgm === undefined ? jsonPath(entity.location) : at(levels.bgm),
        'level_sound_missing',
        message,
      );
      return undefined;
    }
    const made: IndexedChart[] = [];
    for (const [difficulty, chart] of charts) {
      const indexed = await makeChart(entity, difficulty, chart);
      if (indexed !== undefined) made.push(indexed);
    }
    if (made.length === 0) return undefined;
    return {
      id: entity.key,
      title: readText(readField(value, levels.title)) ?? `Song ${entity.key}`,
      artists: (levels.artists === undefined ? undefined : readText(readField(value, levels.artists))) ?? 'Unknown',
      publishedAt:
        levels.publishedAt === undefined
          ? null
          : readPublishedAt(readField(value, levels.publishedAt), context.descriptor.server.region),
      cover,
      bgm,
      charts: made,
    };
  }

  async function makeChart(entity: SongEntity, difficulty: string, chart: unknown): Promise<IndexedChart | undefined> {
    const path = jsonPath([...entity.location, declaration.charts, difficulty]);
    const leaveOut = (code: string, message: string, file = entity.file): undefined => {
      warn(file, file === entity.file ? path : '', code, `${message} The level is left out.`);
      return undefined;
    };
    const { id: server } = context.descriptor.server;
    if (!isDifficulty(difficulty)) {
      return leaveOut('level_difficulty_invalid', 'A difficulty is 1 to 32 letters, digits, "_" or "-".');
    }
    const names = [levelName(server, entity.key, difficulty), playlistName(entity.key)];
    if (names.some((name) => name.length > LEVEL_NAME_MAX)) {
      return leaveOut('level_name_too_long', `Its name would have more than ${LEVEL_NAME_MAX} characters.`);
    }
    const rating = readField(chart, 'rating');
    if (typeof rating !== 'number' || !Number.isFinite(rating)) {
      return leaveOut('level_rating_missing', 'The chart has no rating.');
    }
    const format = readFormat(readField(chart, 'format'));
    if (format === undefined) {
      return leaveOut('level_format_unknown', `The format of a chart is one of ${CHART_FORMATS.join(', ')}.`);
    }
    const filePath = readField(chart, 'file');
    const file = typeof filePath === 'string' ? context.file(filePath) : undefined;
    if (file === undefined) {
      return leaveOut(
        'level_file_missing',
        `There is no file ${typeof filePath === 'string' ? `"${filePath}"` : 'for it'}.`,
      );
    }
    const engine = engineOf(format);
    const { missing } = engineFacts(engine);
    if (missing.length > 0) {
      return leaveOut(
        'level_engine_incomplete',
        `The free pack lacks ${missing.join(', ')} for the engine "${engine}".`,
      );
    }
    try {
      const data = convertChart(format, await context.readBytes(file));
      const bytes = await compress(Buffer.from(JSON.stringify(data)), { level: constants.Z_BEST_COMPRESSION });
      const sha1 = sha1Hex(bytes);
      await context.emitExtra(levelDataExtra(levelTail(entity.key, difficulty), sha1), bytes, 'application/gzip');
      return { difficulty, rating, engine, data: sha1 };
    } catch (error) {
      if (!(error instanceof ChartFault)) throw error;
      return leaveOut('level_chart_invalid', `The chart cannot be played: ${error.message}.`, file.path);
    }
  }

  /** SHA-1 of the prepared file that a field names; null when the field is absent; undefined after a warning. */
  async function prepareField(
    entity: SongEntity,
    field: string | undefined,
    kind: 'cover' | 'sound',
  ): Promise<string | null | undefined> {
    const path = field === undefined ? undefined : readField(entity.value, field);
    if (field === undefined || path === undefined || path === null) return null;
    const location = jsonPath([...entity.location, field]);
    const file = typeof path === 'string' ? context.file(path) : undefined;
    if (file === undefined) {
      const message = `There is no file ${JSON.stringify(path)}; the levels of this song are left out.`;
      warn(entity.file, location, 'level_file_missing', message);
      return undefined;
    }
    const key = `${kind} ${file.sha256}`;
    const standing = preparations.get(key) ?? prepare(file, kind);
    preparations.set(key, standing);
    const prepared = await standing;
    if (prepared.fault === undefined) return prepared.sha1;
    const message = `The ${kind} cannot be used: ${prepared.fault}. The levels of its songs are left out.`;
    warn(file.path, '', `level_${kind}_invalid`, message);
    return undefined;
  }

  async function prepare(file: SnapshotFile, kind: 'cover' | 'sound'): Promise<Prepared> {
    if (file.bytes > SOUND_BYTES_MAX) return { fault: `it is over ${SOUND_BYTES_MAX} bytes` };
    const bytes = await context.readBytes(file);
    if (kind === 'cover') {
      try {
        return await keep(await prepareCover(bytes), 'image/png');
      } catch (error) {
        if (error instanceof CoverFault) return { fault: error.message };
        throw error;
      }
    }
    const fault = findMp3Fault(bytes);
    if (fault === undefined) return keep(bytes, 'audio/mpeg');
    const converted = await dependencies.convertSound(bytes);
    if (converted === undefined || findMp3Fault(converted) !== undefined) {
      return { fault: `${fault}, and no converter is there that makes a constant-rate MP3 of it` };
    }
    return keep(converted, 'audio/mpeg');
  }

  async function keep(bytes: Uint8Array, mediaType: string): Promise<Prepared> {
    const sha1 = sha1Hex(bytes);
    await context.emitExtra(levelFileExtra(sha1), bytes, mediaType);
    return { sha1, fault: undefined };
  }

  return { makeSong };
}

type Prepared = { readonly sha1: string; readonly fault: undefined } | { readonly fault: string };

const sha1Hex = (bytes: Uint8Array): string => new Bun.CryptoHasher('sha1').update(bytes).digest('hex');

const readFormat = (value: unknown): ChartFormat | undefined => CHART_FORMATS.find((format) => format === value);

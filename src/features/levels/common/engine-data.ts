// Data files of the engine packages, and the facts that charts are checked against: the archetypes known to every mode
// of an engine, and whether the free pack provides each `#…` name that the engine uses from skin, effect and particle.
// Read on demand, once per process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { packPath } from '@sonolus/free-pack';
import { z } from 'zod';
import type { EngineId } from './formats.ts';

/** Data files of an engine, named as in engine items. */
export const ENGINE_FILES = ['playData', 'watchData', 'previewData', 'tutorialData', 'configuration'] as const;
export type EngineFile = (typeof ENGINE_FILES)[number];

const PACKAGES: Readonly<Record<EngineId, string>> = {
  seven: 'sonolus-bandori-engine',
  twelve: 'sonolus-pjsekai-engine',
};
const ENTRIES: Readonly<Record<EngineFile, string>> = {
  playData: 'EnginePlayData',
  watchData: 'EngineWatchData',
  previewData: 'EnginePreviewData',
  tutorialData: 'EngineTutorialData',
  configuration: 'EngineConfiguration',
};

const named = z.array(z.object({ name: z.string() }));
const modeSchema = z.object({
  archetypes: named.optional(),
  skin: z.object({ sprites: named }).optional(),
  effect: z.object({ clips: named }).optional(),
  particle: z.object({ effects: named }).optional(),
});

export interface EngineFacts {
  readonly archetypes: ReadonlySet<string>;
  /** `#…` names that no item of the pack provides. Levels on this engine would look or sound wrong. */
  readonly missing: readonly string[];
}

/** Items of the free pack that all engines use by default. */
export const DEFAULT_ITEMS = { skin: 'pixel', background: 'darkblue', effect: '8bit', particle: 'pixel' } as const;

/** A data file (gzip JSON) of an engine. */
export function readEngineFile(engine: EngineId, file: EngineFile): Uint8Array<ArrayBuffer> {
  const url = import.meta.resolve(`${PACKAGES[engine]}/${ENTRIES[file]}`);
  return new Uint8Array(readFileSync(fileURLToPath(url)));
}

/** A file of the free pack by its SHA-1. */
export function readPackFile(sha1: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(packPath, 'repository', sha1)));
}

const srl = z.object({ hash: z.string() });
const common = {
  name: z.string(),
  title: z.object({ en: z.string() }),
  subtitle: z.object({ en: z.string() }),
  author: z.object({ en: z.string() }),
};
const packSchema = z.object({
  skins: z.array(z.object({ ...common, version: z.literal(4), thumbnail: srl, data: srl, texture: srl })),
  backgrounds: z.array(
    z.object({ ...common, version: z.literal(2), thumbnail: srl, data: srl, image: srl, configuration: srl }),
  ),
  effects: z.array(z.object({ ...common, version: z.literal(5), thumbnail: srl, data: srl, audio: srl })),
  particles: z.array(z.object({ ...common, version: z.literal(3), thumbnail: srl, data: srl, texture: srl })),
});
export type Pack = z.infer<typeof packSchema>;

let openedPack: Pack | undefined;

/** The items of the free pack. */
export function openPack(): Pack {
  openedPack ??= packSchema.parse(JSON.parse(readFileSync(join(packPath, 'db.json'), 'utf8')));
  return openedPack;
}

const facts = new Map<EngineId, EngineFacts>();

/** The facts that charts of an engine are checked against. */
export function engineFacts(engine: EngineId): EngineFacts {
  const known = facts.get(engine);
  if (known !== undefined) return known;
  const [play, ...others] = [
    readMode(engine, 'playData'),
    readMode(engine, 'watchData'),
    readMode(engine, 'previewData'),
  ];
  const archetypes = new Set(
    namesOf(play?.archetypes).filter((name) => others.every((mode) => namesOf(mode.archetypes).includes(name))),
  );
  const made = { archetypes, missing: findMissing(engine) };
  facts.set(engine, made);
  return made;
}

/** The names that the engine uses and the default items do not provide. */
function findMissing(engine: EngineId): readonly string[] {
  const pack = openPack();
  const have = {
    skin: readItem(pack.skins.find(({ name }) => name === DEFAULT_ITEMS.skin)?.data.hash, 'sprites'),
    effect: readItem(pack.effects.find(({ name }) => name === DEFAULT_ITEMS.effect)?.data.hash, 'clips'),
    particle: readItem(pack.particles.find(({ name }) => name === DEFAULT_ITEMS.particle)?.data.hash, 'effects'),
  };
  const missing = new Set<string>();
  for (const file of ['playData', 'watchData', 'previewData', 'tutorialData'] as const) {
    const { skin, effect, particle } = readMode(engine, file);
    const wanted = [
      [namesOf(skin?.sprites), have.skin],
      [namesOf(effect?.clips), have.effect],
      [namesOf(particle?.effects), have.particle],
    ] as const;
    for (const [names, there] of wanted) {
      for (const name of names) if (name.startsWith('#') && !there.has(name)) missing.add(name);
    }
  }
  return [...missing];
}

const namesOf = (list: z.infer<typeof named> | undefined): readonly string[] => list?.map(({ name }) => name) ?? [];

const readMode = (engine: EngineId, file: EngineFile): z.infer<typeof modeSchema> =>
  modeSchema.parse(parseGzip(readEngineFile(engine, file)));

function readItem(sha1: string | undefined, key: 'sprites' | 'clips' | 'effects'): ReadonlySet<string> {
  if (sha1 === undefined) throw new Error('the free pack lacks a default item');
  const data = z.object({ [key]: named }).parse(parseGzip(readPackFile(sha1)));
  return new Set(namesOf(data[key]));
}

const parseGzip = (bytes: Uint8Array): unknown => JSON.parse(gunzipSync(bytes).toString('utf8'));

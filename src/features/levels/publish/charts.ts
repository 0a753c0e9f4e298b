// Converts untrusted charts to level data: strict parsing with limits, conversion by the engine packages on a copy
// (converters modify their input), and validation against the engine's archetypes. A chart that cannot be played
// completely throws a ChartFault with an explanation for the operator. Pure except for the converters.
import type { LevelData } from '@sonolus/core';
import { type BestdoriChart, bestdoriToLevelData } from 'sonolus-bandori-engine';
import { susToUSC, type USC, uscToLevelData } from 'sonolus-pjsekai-engine';
import { type EngineFacts, engineFacts } from '../common/engine-data.ts';
import { type ChartFormat, engineOf } from '../common/formats.ts';
import { bestdoriObjectSchemas, type ChartSchema, uscObjectSchemas, uscSchema } from './chart-schemas.ts';

/** Maximum size of a chart (reference sheet, 7c). */
const CHART_BYTES_MAX = 4 * 1024 * 1024;
const OBJECTS_MAX = 50_000;
/** The converter adds a hidden tick every half beat of an active slide; the total length bounds its work. */
const SLIDE_BEATS_MAX = 100_000;
const BUILT_IN = new Set(['#BPM_CHANGE', '#TIMESCALE_CHANGE']);

/** The reason why a chart is left out. */
export class ChartFault extends Error {
  override readonly name = 'ChartFault';
}

/** Converts the bytes of a chart file. Throws ChartFault. */
export function convertChart(format: ChartFormat, bytes: Uint8Array): LevelData {
  if (bytes.byteLength > CHART_BYTES_MAX) throw new ChartFault(`it is over ${CHART_BYTES_MAX} bytes`);
  const text = decode(bytes);
  const data = convert(format, text);
  const fault = findFault(data, engineFacts(engineOf(format)));
  if (fault !== undefined) throw new ChartFault(fault);
  return data;
}

function convert(format: ChartFormat, text: string): LevelData {
  if (format === 'bestdori') return attempt(() => bestdoriToLevelData([...readBestdori(parseJson(text))]));
  const usc = readUsc(format === 'usc' ? unwrap(parseJson(text)) : attempt(() => susToUSC(text)));
  return attempt(() => uscToLevelData(usc));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ChartFault('it is not valid UTF-8');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ChartFault('it is not valid JSON');
  }
}

/** Runs a converter. Its errors are faults of the chart. */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ChartFault(`it does not convert (${error instanceof Error ? error.message : 'unknown reason'})`);
  }
}

/** A `.usc` file contains the chart itself or `{usc, version}`. */
function unwrap(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'usc' in value && !('objects' in value) ? value.usc : value;
}

function readBestdori(value: unknown): BestdoriChart {
  const objects = readObjects(value, bestdoriObjectSchemas);
  if (!objects.some((object) => object.type === 'BPM')) throw new ChartFault('it has no BPM');
  // Slides with only hidden points are invisible, and the converter fails on two consecutive ones.
  const visible = objects.filter((object) => !('connections' in object) || object.connections.some((c) => !c.hidden));
  if (!visible.some((object) => object.type !== 'BPM' && object.type !== 'System')) {
    throw new ChartFault('it has no notes');
  }
  return visible;
}

function readUsc(value: unknown): USC {
  const outer = uscSchema.safeParse(value);
  if (!outer.success) throw new ChartFault(sentenceOf('the chart', outer.error.issues));
  const objects = readObjects(outer.data.objects, uscObjectSchemas);
  if (!objects.some((object) => object.type === 'bpm')) throw new ChartFault('it has no BPM');
  if (!objects.some((object) => object.type === 'single' || object.type === 'slide')) {
    throw new ChartFault('it has no notes');
  }
  let beats = 0;
  for (const object of objects) {
    if (object.type !== 'slide') continue;
    const [first] = object.connections;
    let [from, to] = [first.beat, first.beat];
    for (const { beat } of object.connections) [from, to] = [Math.min(from, beat), Math.max(to, beat)];
    beats += to - from;
  }
  if (beats > SLIDE_BEATS_MAX) throw new ChartFault('its slides are too long');
  return { offset: outer.data.offset, objects };
}

/** Validates each object by the schema of its type, so that the message names type and position. */
function readObjects<T>(value: unknown, schemas: ReadonlyMap<string, ChartSchema<T>>): T[] {
  if (!Array.isArray(value)) throw new ChartFault('it is not a list of objects');
  const objects: readonly unknown[] = value;
  if (objects.length > OBJECTS_MAX) throw new ChartFault(`it has over ${OBJECTS_MAX} objects`);
  return objects.map((object, index) => {
    const type = typeof object === 'object' && object !== null && 'type' in object ? object.type : undefined;
    const schema = typeof type === 'string' ? schemas.get(type) : undefined;
    if (schema === undefined) {
      const shown = typeof type === 'string' ? `of type "${type.slice(0, 40)}"` : 'without a type';
      throw new ChartFault(`object ${index} is ${shown}, which is not known here`);
    }
    const parsed = schema.safeParse(object);
    if (!parsed.success) throw new ChartFault(sentenceOf(`object ${index} (${String(type)})`, parsed.error.issues));
    return parsed.data;
  });
}

function sentenceOf(
  what: string,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
) {
  const [issue] = issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`;
  return `${what} is malformed${place}: ${issue?.message ?? 'unknown reason'}`;
}

/** The reason why level data cannot be played on an engine, or undefined. */
export function findFault(data: LevelData, engine: EngineFacts): string | undefined {
  if (!Number.isFinite(data.bgmOffset)) return 'its offset is no number';
  const names = new Set<string>();
  for (const { name } of data.entities) {
    if (name === undefined) continue;
    if (names.has(name)) return `two entities are called "${name}"`;
    names.add(name);
  }
  for (const { archetype, data: values } of data.entities) {
    if (!BUILT_IN.has(archetype) && !engine.archetypes.has(archetype)) return `the engine has no "${archetype}"`;
    const seen = new Set<string>();
    for (const item of values) {
      if ('ref' in item && !names.has(item.ref)) return `"${item.name}" of a ${archetype} leads nowhere`;
      if ('value' in item && !Number.isFinite(item.value)) return `"${item.name}" of a ${archetype} is no number`;
      seen.add(item.name);
    }
    if (archetype.includes('Attached') && !seen.has('attach')) return 'a point is attached to no slide';
  }
  return undefined;
}

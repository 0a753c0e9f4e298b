// Records the sizes of pictures and the lengths of sounds of a publication, beside the release. Each file costs two system calls
// on what has just been hashed; what is beyond the limit is measured when somebody looks at it.
import { setImmediate } from 'node:timers/promises';
import { canonicalBytes } from '../../kernel/canonical-json.ts';
import { JSON_TYPE } from '../../kernel/media-type.ts';
import { isMeasurable, measureFile } from '../../platform/media/measure.ts';
import type { Derivation } from '../release/publish/derivation.ts';
import { MEDIA_FACTS_EXTRA } from './facts.ts';

const FILES_MAX = 20_000;
const BATCH = 256;
const TREES = ['assets', 'runtime', 'objects'];

export const deriveMediaFacts: Derivation = async (context) => {
  const facts: Record<string, number | [number, number]> = {};
  const files = TREES.flatMap((tree) => context.files(tree)).filter(({ path }) => isMeasurable(path));
  for (const [index, file] of files.slice(0, FILES_MAX).entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate();
    const { path, bytes } = file;
    const measure = measureFile(await context.locate(file), path, bytes);
    if (measure !== undefined) facts[path] = 'seconds' in measure ? measure.seconds : [measure.width, measure.height];
  }
  if (Object.keys(facts).length > 0) await context.emitExtra(MEDIA_FACTS_EXTRA, canonicalBytes(facts), JSON_TYPE);
};

// Runs benchmarks by name: `node bin/bun.js bench/run.ts [entity media publish remote levels memory
// uploads community growth files moving markdown shapes query query-kinds query-large query-places query-releases query-search
// web loading theatre threads] [--rounds=5] [--seconds=2] [--posts=100000] [--only=recommended] [--entities=1000000]`.
// `regress --against=COMMIT` compares with an earlier commit and runs only when it is named.
// Bounded in time, on loopback only, everything in a temporary folder. Exits 1 when one could not be measured; a missed
// goal is a figure, not a failure.

import { parseArgs } from 'node:util';
import { benchCommunity } from './community.ts';
import { benchCommunityGrowth } from './community-growth.ts';
import { benchFileGrowth } from './community-growth-files.ts';
import { benchEngines } from './engines.ts';
import { benchEntity } from './entity.ts';
import { benchLevels } from './levels.ts';
import { benchLoading } from './loading.ts';
import { describeMachine } from './machine.ts';
import { benchMarkdown } from './markdown.ts';
import { benchMedia } from './media.ts';
import { benchMemory } from './memory.ts';
import { benchMoving } from './moving.ts';
import { benchPictures } from './pictures.ts';
import { benchPublish } from './publish.ts';
import { benchQuery } from './query.ts';
import { benchQueryKinds } from './query-kinds.ts';
import { benchLargeQueries } from './query-large.ts';
import { benchQueryPlaces } from './query-places.ts';
import { benchQueriedReleases } from './query-releases.ts';
import { benchQuerySearch } from './query-search.ts';
import { benchRegressions } from './regress.ts';
import { benchRemote } from './remote.ts';
import type { Scale } from './scale.ts';
import { benchSearch } from './search.ts';
import { benchShapes } from './shapes.ts';
import { benchTheatre } from './theatre.ts';
import { benchThreads } from './threads.ts';
import { benchUploads } from './uploads.ts';
import { benchWeb } from './web.ts';

const BENCHMARKS: Readonly<Record<string, (scale: Scale) => Promise<void>>> = {
  entity: benchEntity,
  media: benchMedia,
  publish: benchPublish,
  remote: benchRemote,
  levels: benchLevels,
  memory: benchMemory,
  uploads: benchUploads,
  pictures: benchPictures,
  engines: benchEngines,
  community: benchCommunity,
  growth: benchCommunityGrowth,
  files: benchFileGrowth,
  moving: benchMoving,
  markdown: benchMarkdown,
  shapes: benchShapes,
  query: benchQuery,
  'query-kinds': benchQueryKinds,
  'query-large': benchLargeQueries,
  'query-places': benchQueryPlaces,
  'query-releases': benchQueriedReleases,
  'query-search': benchQuerySearch,
  search: benchSearch,
  web: benchWeb,
  loading: benchLoading,
  theatre: benchTheatre,
  threads: benchThreads,
  regress: benchRegressions,
};

const ROUNDS = 5;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string', default: '2' },
      posts: { type: 'string', default: '100000' },
      entities: { type: 'string', default: '1000000' },
      only: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const scale: Scale = {
    rounds: Number(values.rounds ?? ROUNDS),
    roundsGiven: values.rounds !== undefined,
    seconds: Number(values.seconds),
    posts: Number(values.posts),
    entities: Number(values.entities),
    only: values.only,
    against: values.against,
  };
  const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS).filter((name) => name !== 'regress');
  const unknown = names.filter((name) => BENCHMARKS[name] === undefined);
  const isWithin = (value: number, least: number, most: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  const sane =
    [scale.rounds, scale.seconds].every((value) => isWithin(value, 1, 60)) &&
    isWithin(scale.posts, 2_000, 1_000_000) &&
    isWithin(scale.entities, 0, 10_000_000);
  if (unknown.length > 0 || !sane) {
    const known = Object.keys(BENCHMARKS).join(', ');
    const problem =
      unknown.length > 0
        ? `unknown: ${unknown.join(', ')}`
        : 'rounds or seconds outside 1 to 60, posts outside 2,000 to 1,000,000, or entities outside 0 to 10,000,000';
    process.stderr.write(`${problem}; benchmarks: ${known}\n`);
    return 2;
  }
  process.stdout.write(`${describeMachine()}\n`);
  let failed = 0;
  for (const name of names) {
    process.stdout.write(`\n== ${name}\n`);
    try {
      await BENCHMARKS[name]?.(scale);
    } catch (error) {
      failed += 1;
      process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();

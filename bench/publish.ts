// Publishing `minecraft-assets` (62,661 files): the first time, durable, and again unchanged, beside hashing the same warm
// tree on both cores, a bare copy, and the programs that store trees by content. In turns, every store new each round.
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Finished, publishSnapshot, requireExample, runMeasured, withFolder } from './livehouse.ts';
import { formatTable, medianOf } from './machine.ts';
import { findPeer, missingWord, type PeerName, requirePeer } from './peers.ts';
import type { Scale } from './scale.ts';

const FIRST_GOAL = 2;
const AGAIN_GOAL = 0.5;

interface Step {
  readonly name: string;
  readonly goal?: number;
  /** Does the work; `place` is empty at the start of every round, and one for all steps of the same `store`. */
  readonly run: (place: string) => Promise<Finished>;
  /** Runs in the first round only: it takes long. */
  readonly once?: boolean;
  readonly store: string;
}

/** Prints the table of publishing times. */
export async function benchPublish(scale: Scale): Promise<void> {
  const example = requireExample('minecraft-assets');
  const tree = join(example, 'node_modules', 'minecraft-assets', 'minecraft-assets', 'data');
  const steps = planSteps(example, tree);
  const runs = new Map<Step, Finished[]>(steps.map((step) => [step, []]));
  await withFolder(async (folder) => {
    // NOTE: stores of earlier rounds stay until the end. ext4 does not give out inodes that were deleted in the last
    // minutes and looks for others one by one: after a removal of many files creating one costs half a millisecond.
    // The first round warms the page cache and does not count.
    for (let round = 0; round <= scale.rounds; round++) {
      for (const step of steps) {
        if (step.once === true && round !== 1) continue;
        const place = join(folder, `${step.store}-${round}`);
        mkdirSync(place, { recursive: true });
        // What somebody else has not yet written out is not to be paid by the next step; and every step finds the tree
        // in memory, which the kernel may have given up for the stores of the steps before.
        await runMeasured(['sync', '-f', folder]);
        await hashTree(tree);
        const finished = await step.run(place);
        if (round > 0) runs.get(step)?.push(finished);
      }
    }
  });
  const base = runs.get(steps[0] ?? fail()) ?? [];
  const rows = steps.map((step) => presentStep(step, runs.get(step) ?? [], base));
  process.stdout.write(`${formatTable(['', 'seconds', '× hashing', 'CPU s', 'peak MiB', 'goal'], rows)}\n`);
  for (const name of ['git', 'restic', 'rclone'] as const) {
    if (findPeer(name) === undefined) process.stdout.write(`${missingWord(name)}\n`);
  }
}

function presentStep(step: Step, runs: readonly Finished[], base: readonly Finished[]): readonly string[] {
  const ratio = medianOf(runs.map((run, i) => run.milliseconds / (base[i]?.milliseconds ?? Number.NaN)));
  return [
    step.name,
    (medianOf(runs.map((run) => run.milliseconds)) / 1000).toFixed(2),
    ratio.toFixed(2),
    (medianOf(runs.map((run) => run.cpuMilliseconds)) / 1000).toFixed(2),
    medianOf(runs.map((run) => run.peakMebibytes)).toFixed(0),
    step.goal === undefined ? '' : `≤ ${step.goal} ${ratio <= step.goal ? 'met' : 'missed'}`,
  ];
}

const shell = (script: string, ...more: readonly string[]): Promise<Finished> =>
  runMeasured(['sh', '-c', script, 'sh', ...more]);

function hashTree(tree: string): Promise<Finished> {
  const cores = String(availableParallelism());
  return shell('find "$1" -type f -print0 | xargs -0 -n 512 -P "$2" sha256sum > /dev/null', tree, cores);
}

function planSteps(example: string, tree: string): readonly Step[] {
  requirePeer('sha256sum');
  const publish = (place: string): Promise<Finished> => publishSnapshot(example, place);
  const steps: Step[] = [
    {
      name: 'sha256sum, all cores',
      store: 'none',
      run: () => hashTree(tree),
    },
    { name: 'livehouse, first', store: 'livehouse', goal: FIRST_GOAL, run: publish },
    { name: 'livehouse, unchanged', store: 'livehouse', goal: AGAIN_GOAL, run: publish },
    {
      name: 'cp -r, then sync',
      store: 'copy',
      once: true,
      run: (place) => shell('cp -r "$1" "$2" && sync -f "$2"', tree, place),
    },
  ];
  const has = (name: PeerName): boolean => findPeer(name) !== undefined;
  if (has('git')) {
    const add = 'git --git-dir="$2/.git" --work-tree="$1" add --all';
    steps.push(
      { name: 'git add, first', store: 'git', run: (place) => shell(`git init -q "$2" && ${add}`, tree, place) },
      { name: 'git add, unchanged', store: 'git', run: (place) => shell(add, tree, place) },
    );
  }
  if (has('restic')) {
    const backup = 'RESTIC_PASSWORD=bench restic -q -r "$2" --no-cache backup "$1"';
    const first = `RESTIC_PASSWORD=bench restic -q -r "$2" init && ${backup}`;
    steps.push(
      { name: 'restic, first', store: 'restic', run: (place) => shell(first, tree, place) },
      { name: 'restic, unchanged', store: 'restic', run: (place) => shell(backup, tree, place) },
    );
  }
  if (has('rclone')) {
    const sync = 'rclone --config /dev/null sync "$1" "$2"';
    steps.push(
      { name: 'rclone sync, first', store: 'rclone', run: (place) => shell(sync, tree, place) },
      { name: 'rclone sync, unchanged', store: 'rclone', run: (place) => shell(sync, tree, place) },
    );
  }
  return steps;
}

function fail(): never {
  throw new Error('there is no step');
}

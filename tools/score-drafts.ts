// Compares what `livehouse init` drafts for the corpus of real packages with the golden tables, cell by cell.
//
//   node bin/bun.js tools/score-drafts.ts [--packages FOLDER] [--least 90] [--wrong] [NAME…]
//
// FOLDER has the installed packages (default: examples/real/corpus/node_modules). Prints a line for each package: the share of the
// draft, and that with the patch in descriptors/ where there is one. With `--wrong`, also every cell of the draft that is wrong
// or empty. Exits with 1 if a draft has a smaller share than `--least`, or a patched one less than everything.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { draftSnapshot } from '../src/features/drafting/draft.ts';
import { patchDraft } from '../tests/fixtures/patch-draft.ts';
import { type Golden, scoreDraft } from '../tests/fixtures/score-draft.ts';

const CORPUS = join(import.meta.dir, '../examples/real/corpus');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    packages: { type: 'string', default: join(CORPUS, 'node_modules') },
    least: { type: 'string', default: '0' },
    wrong: { type: 'boolean', default: false },
  },
});

let failed = false;
console.log(`${''.padEnd(30)}   draft  patched`);
for (const file of readdirSync(join(CORPUS, 'golden')).sort()) {
  const name = file.replace(/\.json$/, '');
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const golden: Golden = JSON.parse(readFileSync(join(CORPUS, 'golden', file), 'utf8'));
  const folder = join(values.packages, golden.folder);
  if (!existsSync(folder)) {
    console.log(`${name.padEnd(30)} is not installed`);
    failed = true;
    continue;
  }
  const started = performance.now();
  const draft = await draftSnapshot(folder, { schemaPath: () => '', onProgress: () => undefined });
  const milliseconds = performance.now() - started;
  const drafted = scoreDraft(golden, draft, folder);
  const share = 100 * drafted.score;
  const patch = join(CORPUS, 'descriptors', `${name}.patch.json`);
  const whole = existsSync(patch)
    ? 100 * scoreDraft(golden, patchDraft(draft, JSON.parse(readFileSync(patch, 'utf8'))), folder).score
    : share;
  if (share < Number(values.least) || whole < 100) failed = true;
  const counts = `${drafted.right} right, ${drafted.empty} empty, ${drafted.wrong} wrong`;
  const shares = `${share.toFixed(1).padStart(5)} %  ${whole.toFixed(1).padStart(5)} %`;
  console.log(`${name.padEnd(30)} ${shares}  ${counts.padEnd(34)} ${(milliseconds / 1000).toFixed(1)} s`);
  if (values.wrong) for (const line of drafted.lines) console.log(`    ${line}`);
}
console.log(`${Math.round(process.resourceUsage().maxRSS / 1024)} MiB at most`);
process.exitCode = failed ? 1 : 0;

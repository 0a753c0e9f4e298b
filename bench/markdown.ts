// Hostile and random Markdown: the longest time that one text of 20,000 characters holds the event loop, by what is done
// with it: parsed, planned as a post, folded for the rules of moderation. No database.
import { parseMarkdown } from '../src/features/community/common/markdown.ts';
import { planPost } from '../src/features/community/common/rules.ts';
import { readTextForms, textIdentity } from '../src/features/moderation/rules/normalize.ts';
import { Refusal } from '../src/kernel/refusal.ts';
import {
  HOSTILE_LENGTH,
  type HostileText,
  listHostileTexts,
  makeRandomText,
} from '../tests/fixtures/hostile-markdown.ts';
import { formatTable } from './machine.ts';
import type { Scale } from './scale.ts';

const RANDOM_TEXTS = 2_000;
const WARM_UPS = 20;
const GOAL_MS = 50;
const FAST_MS = 15;

const WORK: Readonly<Record<string, (text: string) => unknown>> = {
  parse: parseMarkdown,
  'plan a post': (text) => planOrRefuse(text),
  'fold for rules': (text) => textIdentity(readTextForms(text)),
};

function planOrRefuse(text: string): unknown {
  try {
    return planPost({ body: text, title: 'Title', tags: [] });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Prints the table. */
export async function benchMarkdown({ rounds }: Scale): Promise<void> {
  const hostile = listHostileTexts();
  const random = Array.from({ length: RANDOM_TEXTS }, (_, seed) => makeRandomText(seed));
  const rows = Object.entries(WORK).flatMap(([name, work]) =>
    [
      { kind: 'hostile', texts: hostile },
      { kind: 'random', texts: random },
    ].map(({ kind, texts }) => measure(`${name}, ${kind}`, work, texts, rounds)),
  );
  process.stdout.write(
    `${formatTable(['work', 'texts', 'median ms', 'longest ms', `over ${GOAL_MS} ms`, 'the longest'], rows)}\n`,
  );
}

function measure(
  name: string,
  work: (text: string) => unknown,
  texts: readonly HostileText[],
  rounds: number,
): string[] {
  const ordinary = listHostileTexts().find((text) => text.name === 'ordinary text')?.text ?? '';
  for (let i = 0; i < WARM_UPS; i += 1) work(ordinary);
  const times = texts
    .map(({ name: label, text }) => ({ label, ms: fastest(work, text, rounds) }))
    .sort((one, other) => one.ms - other.ms);
  const last = times.at(-1);
  return [
    `${name} (${HOSTILE_LENGTH} characters)`,
    String(texts.length),
    (times[Math.trunc(times.length / 2)]?.ms ?? 0).toFixed(1),
    (last?.ms ?? 0).toFixed(1),
    String(times.filter(({ ms }) => ms > GOAL_MS).length),
    last?.label.slice(0, 60) ?? '',
  ];
}

/** The fastest of some rounds: the others measure what else the machine does. One round is enough where it is fast. */
function fastest(work: (text: string) => unknown, text: string, rounds: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && best > FAST_MS; round += 1) {
    const start = performance.now();
    work(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

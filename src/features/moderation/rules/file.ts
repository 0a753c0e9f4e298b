// Reads text rules (YAML): the file that MODERATION_RULES names, and those that administrators store. Validation is strict,
// so that a rule that could never match is reported. docs/moderation.md describes the format.
import { readFileSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { TEXT_KINDS } from '../common/vocabulary.ts';
import { foldTerm } from './normalize.ts';
import { compileTerms, type TextRules, type WordRule } from './rules.ts';

/** The mistakes in a rules file, for the operator. */
export class RulesFileError extends Error {
  override readonly name = 'RulesFileError';
}

const FILE_BYTES_MAX = 4 * 1024 * 1024;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const duration = z
  .string()
  .regex(/^[1-9]\d{0,5}[smhd]$/, 'must be a number with s, m, h or d, such as 72h')
  .transform((text) => Number(text.slice(0, -1)) * (SECONDS[text.slice(-1)] ?? 0));
const count = z.int().min(0).max(1_000_000);
const base = {
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lower-case letters, digits and hyphens'),
  verdict: z.enum(['review', 'rejected']),
  kinds: z
    .array(z.enum(TEXT_KINDS))
    .min(1)
    .default([...TEXT_KINDS]),
};
const term = z
  .string()
  .max(200)
  .refine((text) => foldTerm(text) !== '', 'has no letter or digit that could be compared');

const fileSchema = z.strictObject({
  words: z
    .array(
      z.strictObject({
        ...base,
        match: z.enum(['word', 'whole']).default('word'),
        languages: z.record(z.string().regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/), z.array(term).min(1)),
      }),
    )
    .default([]),
  links: z.array(z.strictObject({ ...base, moreThan: count })).default([]),
  repetition: z
    .array(
      z
        .strictObject({
          ...base,
          sameCharacter: count.optional(),
          sameLine: count.optional(),
          sameText: z
            .strictObject({ moreThan: count.min(1), within: duration, fromLength: count.default(0) })
            .optional(),
        })
        .refine(
          (rule) => rule.sameCharacter !== undefined || rule.sameLine !== undefined || rule.sameText !== undefined,
          'needs sameCharacter, sameLine or sameText',
        ),
    )
    .default([]),
  newAccounts: z
    .array(z.strictObject({ ...base, firstTexts: count.min(1), youngerThan: duration, links: count.default(0) }))
    .default([]),
});

/** A rules file: its text, and the rules in it. */
export interface RulesFile {
  readonly text: string;
  readonly rules: TextRules;
}

/** Reads and validates a rules file. Throws RulesFileError. */
export function readRulesFile(path: string): RulesFile {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new RulesFileError(`${path} cannot be read`, { cause });
  }
  if (bytes.byteLength > FILE_BYTES_MAX) throw new RulesFileError(`${path} is larger than 4 MiB`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, rules: parseRules(text) };
  } catch (cause) {
    if (cause instanceof RulesFileError) throw new RulesFileError(`${path}: ${cause.message}`);
    throw new RulesFileError(`${path} is not valid UTF-8`, { cause });
  }
}

/** A mistake in rules. The place is empty, and the line undefined, where the mistake concerns the whole text. */
export interface RuleFault {
  /** Such as `words.0.verdict`. */
  readonly place: string;
  /** From 1. */
  readonly line: number | undefined;
  readonly message: string;
}

const FAULTS_MAX = 50;

/** The mistakes in rules with their lines; empty if the rules can be used. */
export function findRuleFaults(yaml: string): readonly RuleFault[] {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number | undefined) => (offset === undefined ? undefined : lines.linePos(offset).line);
  if (document.errors.length > 0) {
    return document.errors
      .slice(0, FAULTS_MAX)
      .map(({ pos, message }) => ({ place: '', line: lineAt(pos[0]), message }));
  }
  /** The line of the innermost part of a path that is there. */
  const lineOf = (path: readonly PropertyKey[]): number | undefined => {
    for (let length = path.length; length > 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range != null) return lineAt(node.range[0]);
    }
    return undefined;
  };
  const parsed = readRules(yaml);
  if (parsed.ok) return [];
  return parsed.faults
    .slice(0, FAULTS_MAX)
    .map(({ path, message }) => ({ place: path.join('.'), line: lineOf(path), message }));
}

/** Parses rules from YAML. Throws RulesFileError. */
export function parseRules(yaml: string): TextRules {
  const parsed = readRules(yaml);
  if (parsed.ok) return parsed.rules;
  const mistakes = parsed.faults.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  throw new RulesFileError(mistakes.join('; '), { cause: parsed.cause });
}

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
type ReadRules =
  | { readonly ok: true; readonly rules: TextRules }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly cause?: unknown };

function readRules(yaml: string): ReadRules {
  let value: unknown;
  try {
    value = Bun.YAML.parse(yaml);
  } catch (cause) {
    return { ok: false, faults: [{ path: [], message: 'it is not valid YAML' }], cause };
  }
  const parsed = fileSchema.safeParse(value ?? {});
  if (!parsed.success) {
    return { ok: false, faults: parsed.error.issues };
  }
  const { words, links, repetition, newAccounts } = parsed.data;
  const repeated = findRepeated({ words, links, repetition, newAccounts });
  if (repeated.length > 0) return { ok: false, faults: repeated };
  const compiled = words.map(({ languages, ...rule }) => ({
    ...rule,
    terms: compileOrNot(Object.values(languages).flat(), rule.match),
  }));
  const tooMany = compiled.findIndex(({ terms }) => terms === undefined);
  if (tooMany >= 0) {
    return {
      ok: false,
      faults: [{ path: ['words', tooMany, 'languages'], message: 'has too many terms for one rule' }],
    };
  }
  const rules: TextRules = {
    words: compiled.flatMap(({ terms, ...rule }) => (terms === undefined ? [] : [{ ...rule, terms }])),
    links,
    repetition: repetition.map(({ sameText, ...rule }) => ({
      ...rule,
      sameCharacter: rule.sameCharacter,
      sameLine: rule.sameLine,
      sameText: sameText && {
        moreThan: sameText.moreThan,
        withinSeconds: sameText.within,
        fromLength: sameText.fromLength,
      },
    })),
    newAccounts: newAccounts.map(({ youngerThan, ...rule }) => ({ ...rule, youngerThanSeconds: youngerThan })),
  };
  return { ok: true, rules };
}

/** Undefined: the regular expression is too large for the engine. */
function compileOrNot(terms: readonly string[], match: WordRule['match']): RegExp | undefined {
  try {
    return compileTerms(terms, match);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function findRepeated(lists: Readonly<Record<string, readonly { readonly id: string }[]>>): readonly Fault[] {
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const [list, rules] of Object.entries(lists)) {
    for (const [index, { id }] of rules.entries()) {
      if (seen.has(id)) faults.push({ path: [list, index, 'id'], message: `two rules are called ${id}` });
      seen.add(id);
    }
  }
  return faults;
}

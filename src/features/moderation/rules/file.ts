// Reads the file of text rules (MODERATION_RULES, YAML) once at start. Validation is strict, so that a rule that could
// never match is reported. docs/moderation.md describes the format.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { TEXT_KINDS } from '../common/vocabulary.ts';
import { foldTerm } from './normalize.ts';
import { compileTerms, type TextRules } from './rules.ts';

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

/** Reads and validates a rules file. Throws RulesFileError. */
export function readRulesFile(path: string): TextRules {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new RulesFileError(`${path} cannot be read`, { cause });
  }
  if (bytes.byteLength > FILE_BYTES_MAX) throw new RulesFileError(`${path} is larger than 4 MiB`);
  try {
    return parseRules(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    if (cause instanceof RulesFileError) throw new RulesFileError(`${path}: ${cause.message}`);
    throw new RulesFileError(`${path} is not valid UTF-8`, { cause });
  }
}

/** Parses rules from YAML. Throws RulesFileError. */
export function parseRules(yaml: string): TextRules {
  let value: unknown;
  try {
    value = Bun.YAML.parse(yaml);
  } catch (cause) {
    throw new RulesFileError('it is not valid YAML', { cause });
  }
  const parsed = fileSchema.safeParse(value ?? {});
  if (!parsed.success) {
    const mistakes = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
    throw new RulesFileError(mistakes.join('; '));
  }
  const { words, links, repetition, newAccounts } = parsed.data;
  requireDistinct([...words, ...links, ...repetition, ...newAccounts].map(({ id }) => id));
  return {
    words: words.map(({ languages, ...rule }) => ({
      ...rule,
      terms: compileTerms(Object.values(languages).flat(), rule.match),
    })),
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
}

function requireDistinct(ids: readonly string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new RulesFileError(`two rules are called ${twice}`);
}

import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, jsonBody, milliseconds, ok } from '../../../http/routing/declarations.ts';
import { personName } from '../../../http/routing/person-name.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { VERSION_MAX } from '../../../kernel/names.ts';
import { TEXT_KINDS } from '../common/vocabulary.ts';

export const RULES_CHARACTERS = 200_000;
const TEXT_CHARACTERS = 20_000;
const BODY_BYTES = 2 * 1024 * 1024;
/** Posts that rules are tried on. */
export const TRIAL_POSTS = 500;

export const RULE_LISTS = ['words', 'links', 'repetition', 'newAccounts'] as const;

const rules = z.string().max(RULES_CHARACTERS).describe('YAML, as docs/moderation.md describes it');
const version = z.int().min(1).max(VERSION_MAX);
const note = z.string().trim().max(2_000).optional().describe('Why, for the audit trail');
const rulesView = z
  .object({
    rules: z.string(),
    version: version.describe('Changes with every change'),
    source: z.enum(['stored', 'file', 'none']).describe('Stored rules apply instead of those of `MODERATION_RULES`'),
    list: z
      .array(
        z.object({
          id: z.string(),
          list: z.enum(RULE_LISTS),
          verdict: z.enum(['review', 'rejected']),
          kinds: z.array(z.enum(TEXT_KINDS)),
        }),
      )
      .describe('The rules in this text'),
    versions: z
      .array(
        z.object({
          version,
          source: z.enum(['stored', 'file']),
          changedAt: milliseconds,
          by: personName.nullable(),
        }),
      )
      .describe('The last 50 changes, newest first'),
  })
  .meta({ id: 'ModerationRules' });
const reasons = z.array(z.string()).describe('`rule.` and the id of every matching rule');
const trialView = z.object({
  faults: z
    .array(
      z.object({
        place: z.string().describe('Such as `words.0.verdict`; empty: the whole text'),
        line: z.int().nullable(),
        message: z.string(),
      }),
    )
    .describe('At most 50. If there are any, nothing was tried'),
  text: z
    .object({
      verdict: z.enum(['allow', 'review', 'rejected']),
      reasons,
      marks: z.array(z.object({ start: z.int(), end: z.int(), rule: z.string() })).describe('In UTF-16 units'),
    })
    .nullable(),
  tried: z.int().describe('Posts that the rules were tried on'),
  posts: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        excerpt: z.string(),
        author: personName,
        verdict: z.enum(['review', 'rejected']),
        reasons,
      }),
    )
    .describe('Those that a rule matches, newest first'),
});

export const ruleSettingsContract = defineContract({
  adminRulesRead: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/rules',
    summary: 'The text rules in force',
    query: {
      of: {
        schema: z
          .string()
          .regex(/^[1-9]\d{0,8}$/)
          .transform(Number),
        refusal: 'invalid_query',
        wire: integer(1, VERSION_MAX),
        description: 'The text of an earlier version; `version` is still the current one',
      },
    },
    answers: ok('The rules', rulesView),
    refusals: ['rules_version_not_found'],
  },
  adminRulesWrite: {
    ...administratorRoute,
    method: 'PUT',
    path: '/api/v1/admin/rules',
    summary: 'Store text rules, which apply from then on',
    description:
      'They are tried first: rules with mistakes are refused, and so are rules that need more than 2 seconds for the last 500 ' +
      'public posts. `POST /api/v1/admin/rules/try` says where the mistakes are.',
    body: jsonBody(z.object({ rules, version, note }), BODY_BYTES, 'invalid_rules'),
    answers: ok('The rules', rulesView),
    refusals: ['rules_too_slow', 'version_conflict'],
  },
  adminRulesTry: {
    ...administratorRoute,
    method: 'POST',
    path: '/api/v1/admin/rules/try',
    summary: 'Try text rules on a text and on the last 500 public posts',
    description: 'Stores nothing. The text is judged as the first post of a new account.',
    body: jsonBody(z.object({ rules, text: z.string().max(TEXT_CHARACTERS).optional() }), BODY_BYTES, 'invalid_body'),
    answers: ok('What the rules find', trialView),
    refusals: ['rules_too_slow'],
  },
  adminRulesReset: {
    ...administratorRoute,
    method: 'DELETE',
    path: '/api/v1/admin/rules',
    summary: 'Go back to the rules of the configuration',
    description: 'The stored rules stay among the earlier versions.',
    answers: { 204: { description: 'The rules of `MODERATION_RULES` apply' } },
    refusals: ['rules_not_stored'],
  },
});

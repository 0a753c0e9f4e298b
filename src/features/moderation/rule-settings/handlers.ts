import type { Actor } from '../../../http/gates/guard.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameOf } from '../../../http/routing/person-name.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record.ts';
import type { ContentContexts } from '../common/content-context.ts';
import type { People } from '../common/ports.ts';
import { parseRules } from '../rules/file.ts';
import { NO_RULES, type TextRules } from '../rules/rules.ts';
import {
  FILE_VERSION,
  listRulesVersions,
  type RulesStore,
  type RulesVersion,
  readNewestRules,
  storeRules,
} from '../rules/store.ts';
import { runTrial } from '../rules/trial-thread.ts';
import { RULE_LISTS, type ruleSettingsContract, TRIAL_POSTS } from './contract.ts';

export interface RuleSettingsDependencies {
  readonly database: Database;
  readonly rules: RulesStore;
  readonly people: People;
  readonly contexts: ContentContexts;
}

export function ruleSettingsHandlers(dependencies: RuleSettingsDependencies): Handlers<typeof ruleSettingsContract> {
  const { database, rules: store, people, contexts } = dependencies;
  const { db } = database;

  async function answerRules(wanted?: number) {
    const versions = await listRulesVersions(db);
    const newest = versions[0]?.version ?? FILE_VERSION;
    const of = wanted ?? newest;
    const row = versions.find(({ version }) => version === of);
    if (row === undefined && of !== FILE_VERSION) throw new Refusal('rules_version_not_found');
    const shown = readText(store, row);
    const names = await people.readByIds(db, [...new Set(versions.flatMap((one) => one.actorAccountId ?? []))]);
    return {
      status: 200 as const,
      body: {
        ...shown,
        version: newest,
        versions: versions.map(({ version, rules, actorAccountId, createdAt }) => ({
          version,
          source: rules === null ? ('file' as const) : ('stored' as const),
          changedAt: createdAt.getTime(),
          by: nameOf(names.get(actorAccountId ?? '')),
        })),
      },
    };
  }

  async function change({ accountId }: Actor, rules: string | null, version: number, note?: string): Promise<void> {
    await database.transaction(async (tx) => {
      if (!(await storeRules(tx, accountId, rules, version))) throw new Refusal('version_conflict');
      await recordAudit(tx, {
        actorAccountId: accountId,
        action: rules === null ? 'instance.rules-reset' : 'instance.rules',
        subjectKind: 'instance',
        subjectId: 'rules',
        note,
        before: { version },
        after: { version: version + 1 },
      });
    });
    store.expire();
  }

  return {
    adminRulesRead: ({ query }) => answerRules(query.of),
    adminRulesWrite: async ({ body, actor }) => {
      const posts = await contexts.listRecentPublic(db, TRIAL_POSTS);
      const { faults } = await runTrial({ rules: body.rules, text: undefined, posts });
      if (faults.length > 0) throw new Refusal('invalid_rules');
      await change(actor, body.rules, body.version, body.note === '' ? undefined : body.note);
      return answerRules();
    },
    adminRulesTry: async ({ body }) => {
      const posts = await contexts.listRecentPublic(db, TRIAL_POSTS);
      const { faults, text = null, posts: matched } = await runTrial({ rules: body.rules, text: body.text, posts });
      const byId = new Map(posts.map((post) => [post.id, post]));
      return json({
        faults: faults.map(({ line = null, ...fault }) => ({ ...fault, line })),
        text,
        tried: faults.length > 0 ? 0 : posts.length,
        posts: matched.flatMap(({ id, verdict, reasons }) => {
          const post = byId.get(id);
          if (post === undefined) return [];
          const { title, excerpt, author } = post;
          return [{ id, title, excerpt, author, verdict, reasons }];
        }),
      });
    },
    adminRulesReset: async ({ actor }) => {
      const newest = await readNewestRules(db);
      if (newest === undefined || newest.rules === null) throw new Refusal('rules_not_stored');
      await change(actor, null, newest.version);
      return { status: 204 };
    },
  };
}

/** The text of a version and what is in it. */
function readText({ file }: RulesStore, row: RulesVersion | undefined) {
  const stored = row?.rules ?? undefined;
  if (stored === undefined) {
    return {
      rules: file?.text ?? '',
      source: file === undefined ? ('none' as const) : ('file' as const),
      list: listRules(file?.rules ?? NO_RULES),
    };
  }
  return { rules: stored, source: 'stored' as const, list: listRules(parseStored(stored)) };
}

/** Another version of the software may have stored what this one cannot use. */
function parseStored(yaml: string): TextRules {
  try {
    return parseRules(yaml);
  } catch {
    return NO_RULES;
  }
}

const listRules = (rules: TextRules) =>
  RULE_LISTS.flatMap((list) => rules[list].map(({ id, verdict, kinds }) => ({ id, list, verdict, kinds: [...kinds] })));

// Tries rules before they are stored: on a text, and on posts that are public now. Pure; it runs in a worker, because rules
// can be slow (trial-worker.ts).
import type { AuthorFacts } from '../common/vocabulary.ts';
import { findRuleFaults, parseRules, type RuleFault } from './file.ts';
import { type Mark, markText } from './mark-text.ts';
import { readTextForms, textIdentity } from './normalize.ts';
import { countLinks, judgeText, type RuleOutcome, type TextRules } from './rules.ts';

/** A public post, with what was true of its author when it was made. */
interface TrialPost {
  readonly id: string;
  readonly text: string;
  readonly authorUid: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly accountCreatedAt: number;
  readonly publishedCount: number;
}

export interface TrialQuestion {
  readonly rules: string;
  readonly text: string | undefined;
  /** The newest first. */
  readonly posts: readonly TrialPost[];
}

export interface Trial {
  readonly faults: readonly RuleFault[];
  /** Undefined without a text, or if the rules have mistakes. */
  readonly text: (Omit<RuleOutcome, 'series'> & { readonly marks: readonly Mark[] }) | undefined;
  /** The posts that a rule matches. */
  readonly posts: readonly (Omit<RuleOutcome, 'series' | 'verdict'> & {
    readonly id: string;
    readonly verdict: 'review' | 'rejected';
  })[];
}

/** The outcome of rules for a text, as the first of a new account, and for posts. */
export function tryRules({ rules: yaml, text, posts }: TrialQuestion): Trial {
  const faults = findRuleFaults(yaml);
  if (faults.length > 0) return { faults, text: undefined, posts: [] };
  const rules = parseRules(yaml);
  return {
    faults,
    text: text === undefined ? undefined : judgeAlone(rules, text),
    posts: judgePosts(rules, posts),
  };
}

function judgeAlone(rules: TextRules, text: string): NonNullable<Trial['text']> {
  const now = Date.now();
  const author: AuthorFacts = { accountCreatedAt: new Date(now), publishedCount: 0 };
  const forms = readTextForms(text);
  const facts = { kind: 'post', forms, links: countLinks(forms), now, author, countSameText: () => 0 } as const;
  const { verdict, reasons } = judgeText(rules, facts);
  return { verdict, reasons, marks: markText(rules, 'post', text) };
}

/** Posts with the same text count among each other. */
function judgePosts(rules: TextRules, posts: readonly TrialPost[]): Trial['posts'] {
  const sent = new Map<string, number[]>();
  const matched: Trial['posts'][number][] = [];
  for (const { id, text, authorUid, createdAt, accountCreatedAt, publishedCount } of posts.toReversed()) {
    const forms = readTextForms(text);
    const key = `${authorUid} ${textIdentity(forms)}`;
    const earlier = sent.get(key) ?? [];
    sent.set(key, [...earlier, createdAt]);
    const { verdict, reasons } = judgeText(rules, {
      kind: 'post',
      forms,
      links: countLinks(forms),
      now: createdAt,
      author: { accountCreatedAt: new Date(accountCreatedAt), publishedCount },
      countSameText: (seconds) => earlier.filter((at) => at > createdAt - seconds * 1000).length,
    });
    if (verdict !== 'allow') matched.push({ id, verdict, reasons });
  }
  return matched.toReversed();
}

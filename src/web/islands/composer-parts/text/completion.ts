// Finds people and tags by the beginning of their names, for completion.
import { call } from '../../../client/call.ts';
import type { Reference } from './reference.ts';

export interface Completion {
  readonly key: string;
  readonly name: string;
  readonly note: string | undefined;
  /** What replaces the written part. */
  readonly text: string;
}

const MOST = 6;
/** Answers of this page, so that a letter that is taken back costs no request. */
const known = new Map<string, Promise<readonly Completion[]>>();

/** Suggestions for what is being written. Empty when the service does not answer. */
export function completeReference({ kind, query }: Reference): Promise<readonly Completion[]> {
  const key = `${kind} ${query.toLowerCase()}`;
  const found = known.get(key) ?? (kind === 'tag' ? findTags(query) : findPeople(query));
  known.set(key, found);
  return found;
}

/** Tags whose names contain the query, those that begin with it first. */
export async function findTags(query: string): Promise<readonly Completion[]> {
  const answer = await call('GET /api/v1/community/tags', { query: { q: query, limit: 20 } });
  if (!answer.ok) return [];
  const begins = (name: string): number => (name.startsWith(query.toLowerCase()) ? 0 : 1);
  return [...answer.body.tags]
    .sort(
      (first, second) =>
        begins(first.normalizedName) - begins(second.normalizedName) || second.postCount - first.postCount,
    )
    .slice(0, MOST)
    .map(({ normalizedName, displayName, postCount }) => ({
      key: normalizedName,
      name: `#${displayName}`,
      note: String(postCount),
      text: `#${displayName}`,
    }));
}

async function findPeople(query: string): Promise<readonly Completion[]> {
  const answer = await call('GET /api/v1/community/users', { query: { q: query } });
  if (!answer.ok) return [];
  return answer.body.people.slice(0, MOST).map(({ uid, displayName, handle }) => ({
    key: String(uid),
    name: displayName,
    note: handle === null ? undefined : `@${handle}`,
    text: `@${handle ?? uid}`,
  }));
}

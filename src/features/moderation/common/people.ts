// Reads of people that the rooms of moderation, and staff actions of the community, share.
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { People } from './ports.ts';
import type { Person } from './vocabulary.ts';

/** A person who is not deleted. Refuses with `user_not_found`. */
export async function requirePerson(db: Queries, people: Pick<People, 'readByUid'>, uid: number): Promise<Person> {
  const person = await people.readByUid(db, uid);
  if (person === undefined || person.status === 'deleted') throw new Refusal('user_not_found');
  return person;
}

/** The person of an account; undefined: deleted. */
export const readPerson = async (
  db: Queries,
  people: Pick<People, 'readByIds'>,
  accountId: string,
): Promise<Person | undefined> => (await people.readByIds(db, [accountId])).get(accountId);

/** Public UIDs of accounts among those that were read. */
export const uidsAmong =
  (persons: ReadonlyMap<string, Person>) =>
  (accountId: string | null): number | null =>
    accountId === null ? null : (persons.get(accountId)?.uid ?? null);

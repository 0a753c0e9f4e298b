import { z } from 'zod';
import type { Wire } from './contract.ts';

export const personName = z
  .object({ uid: z.int(), handle: z.string().nullable(), displayName: z.string() })
  .meta({ id: 'StaffPersonName' });
/** What staff reads of somebody who did something. */
export type PersonName = Wire<z.output<typeof personName>>;

/** The name of a person; null for somebody who is not there, or deleted the account. */
export function nameOf(person: (PersonName & { readonly status: string }) | undefined): PersonName | null {
  if (person === undefined || person.status === 'deleted') return null;
  const { uid, handle, displayName } = person;
  return { uid, handle, displayName };
}

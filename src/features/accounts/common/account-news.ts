// What other programs may want to know of accounts.
import type { Transaction } from '../../../platform/database/database.ts';

/** Called in the transaction that creates or suspends an account. */
export type OnAccount = (
  tx: Transaction,
  news: { readonly what: 'created' | 'suspended'; readonly uid: number },
) => Promise<void>;

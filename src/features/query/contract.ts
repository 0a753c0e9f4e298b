// Every route of queries.
export { queryContract } from './serve/contract.ts';

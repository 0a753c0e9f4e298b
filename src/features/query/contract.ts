// All routes of queries.
export { queryContract } from './serve/contract.ts';

export { queryContract } from './serve/contract.ts';

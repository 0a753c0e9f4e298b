// Every route of releases.
export { releaseContract } from './serve/contract.ts';

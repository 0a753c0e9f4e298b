// All routes of releases.
export { releaseContract } from './serve/contract.ts';

import { historyContract } from './history/contract.ts';
import { registryContract } from './serve/contract.ts';

export const releaseContract = { ...registryContract, ...historyContract };

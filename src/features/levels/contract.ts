// All routes of the level server, under our own prefix and again under the protocol's prefix.
import { levelServerContract, protocolContract } from './serve/contract.ts';

export const levelsContract = { ...levelServerContract, ...protocolContract } as const;

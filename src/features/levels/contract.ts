// Every route of the level server: under our own prefix, then the same routes under the prefix of the protocol.
import { levelServerContract, protocolContract } from './serve/contract.ts';

export const levelsContract = { ...levelServerContract, ...protocolContract } as const;

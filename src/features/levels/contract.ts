// All routes of the level server, under our own prefix and again under the protocol's prefix, and of charts.
import { chartContract } from './charts/contract.ts';
import { levelServerContract, protocolContract } from './serve/contract.ts';

export const levelsContract = { ...levelServerContract, ...protocolContract, ...chartContract } as const;

// All routes of uploads, in the order of the documentation.
import { uploadPageContract } from './page/contract.ts';
import { transferContract } from './transfer/contract.ts';

export const uploadsContract = { ...transferContract, ...uploadPageContract } as const;

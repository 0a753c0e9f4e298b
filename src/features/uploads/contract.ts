// All routes of uploads, in the order of the documentation.
import { transferContract } from './transfer/contract.ts';

export const uploadsContract = transferContract;

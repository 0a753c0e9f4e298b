// Every route of moderation.
import { appealsContract } from './appeals/contract.ts';
import { moderationContract as staffContract } from './staff/contract.ts';
import { standingContract } from './standing/contract.ts';

export const moderationContract = { ...staffContract, ...appealsContract, ...standingContract } as const;

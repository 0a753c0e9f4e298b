import { appealsContract } from './appeals/contract.ts';
import { deskContract } from './desk/contract.ts';
import { ruleSettingsContract } from './rule-settings/contract.ts';
import { moderationContract as staffContract } from './staff/contract.ts';
import { standingContract } from './standing/contract.ts';

export const moderationContract = {
  ...staffContract,
  ...appealsContract,
  ...deskContract,
  ...standingContract,
  ...ruleSettingsContract,
} as const;

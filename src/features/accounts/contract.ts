// All routes of accounts, in the order of the documentation.
import { confirmationContract } from './confirmation/contract.ts';
import { profileContract } from './profile/contract.ts';
import { belongingsContract } from './profile/contract-belongings.ts';
import { authContract } from './sign-in/contract.ts';

export const accountsContract = {
  ...authContract,
  ...confirmationContract,
  ...profileContract,
  ...belongingsContract,
} as const;

// All routes of accounts, in the order of the documentation.
import { belongingsContract } from './belongings/contract.ts';
import { confirmationContract } from './confirmation/contract.ts';
import { doorsContract } from './doors/contract.ts';
import { factorsContract } from './factors/contract.ts';
import { leavingContract } from './leaving/contract.ts';
import { profileContract } from './profile/contract.ts';
import { registrationContract } from './registration/contract.ts';
import { signInContract } from './sign-in/contract.ts';

export const accountsContract = {
  ...registrationContract,
  ...signInContract,
  ...factorsContract,
  ...confirmationContract,
  ...profileContract,
  ...belongingsContract,
  ...leavingContract,
  ...doorsContract,
} as const;

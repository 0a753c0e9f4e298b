import { checklistContract } from './checklist/contract.ts';
import { invitesContract } from './invites/contract.ts';
import { instanceContract as publicContract } from './serve/contract.ts';
import { settingsContract } from './settings/contract.ts';

export const instanceContract = { ...publicContract, ...settingsContract, ...invitesContract, ...checklistContract };

// All routes of the pages.
import { accountContract } from './account/contract.ts';
import { catalogPagesContract } from './catalog/contract.ts';
import { communityPages } from './community/contract.ts';
import { composeContract } from './compose/contract.ts';
import { entryContract } from './entry/contract.ts';
import { frontContract } from './front/contract.ts';
import { listPages } from './lists/contract.ts';
import { peoplePages } from './people/contract.ts';
import { playContract } from './play/contract.ts';
import { referenceContract } from './reference/contract.ts';
import { searchPages } from './search/contract.ts';
import { settingsPages } from './settings/contract.ts';
import { shareContract } from './share/contract.ts';
import { shellContract } from './shell/contract.ts';
import { staffPages } from './staff/contract.ts';

export const webContract = {
  ...accountContract,
  ...catalogPagesContract,
  ...communityPages,
  ...composeContract,
  ...frontContract,
  ...listPages,
  ...peoplePages,
  ...playContract,
  ...referenceContract,
  ...entryContract,
  ...searchPages,
  ...settingsPages,
  ...shareContract,
  ...shellContract,
  ...staffPages,
};

// Every route of moderation.
export { moderationContract } from './staff/contract.ts';

// All routes of the provider.
export { providerContract } from './serve/contract.ts';

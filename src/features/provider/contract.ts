// Every route of the provider.
export { providerContract } from './serve/contract.ts';

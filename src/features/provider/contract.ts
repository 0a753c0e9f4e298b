export { providerContract } from './serve/contract.ts';

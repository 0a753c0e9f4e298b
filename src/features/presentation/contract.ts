// The contract of the feature.
export { presentationContract } from './serve/contract.ts';

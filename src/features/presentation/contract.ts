export { presentationContract } from './serve/contract.ts';

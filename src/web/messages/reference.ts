// Words of the reference of the interface.

import referenceEn from './en/reference.json';
import { messagesOf } from './tables.ts';

export const REFERENCE_MESSAGES = messagesOf('reference', referenceEn);

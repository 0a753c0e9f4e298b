// Texts that ship with the service: what this is, how people treat each other here, and which data is kept. An operator replaces
// them with their own; a notice has no default.
import instanceTextsEn from './en/instance-texts.json';
import { messagesOf } from './tables.ts';

export const INSTANCE_TEXTS = messagesOf('instance-texts', instanceTextsEn);

// The message for each refusal on the desk: one sentence.
import type { DeskSpoken, DeskWords } from './shapes.ts';

interface Refused {
  readonly status: number;
  readonly code: string;
}

const SENTENCES: Readonly<Record<string, DeskWords>> = {
  version_conflict: 'fault_version',
  case_already_decided: 'fault_decided',
  report_already_resolved: 'fault_decided',
  post_state_unchanged: 'fault_decided',
  comment_state_unchanged: 'fault_decided',
  case_superseded: 'fault_superseded',
  forbidden: 'fault_forbidden',
  staff_required: 'fault_forbidden',
};

const BY_STATUS: Readonly<Record<number, DeskWords>> = {
  0: 'fault_offline',
  401: 'fault_signIn',
  404: 'fault_missing',
  429: 'fault_limited',
};

export function sayFault({ say }: DeskSpoken, { status, code }: Refused): string {
  const word = SENTENCES[code] ?? BY_STATUS[status];
  return word === undefined ? say('fault_other', { code }) : say(word);
}

// Every action of the audit trail, kind of subject and field has words, and no words are left of others.
import { expect, test } from 'bun:test';
import { AUDIT_ACTIONS } from '../../features/audit/actions.ts';
import { SETTING_NAMES } from '../../features/instance/common/settings.ts';
import { AUDIT_ACTION_MESSAGES, AUDIT_FIELD_MESSAGES, AUDIT_SUBJECT_MESSAGES } from './staff.ts';

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort();
const actions = Object.values(AUDIT_ACTIONS);
const fields = [...actions.flatMap((action) => action.fields ?? SETTING_NAMES), 'yes', 'no'];

test.each([
  ['actions', AUDIT_ACTION_MESSAGES, Object.keys(AUDIT_ACTIONS)],
  ['subjects', AUDIT_SUBJECT_MESSAGES, actions.flatMap(({ subjects }) => subjects)],
  ['fields', AUDIT_FIELD_MESSAGES, fields],
] as const)('%s', (_, messages, names) => {
  for (const words of Object.values(messages)) expect(sorted(Object.keys(words))).toEqual(sorted(names));
});

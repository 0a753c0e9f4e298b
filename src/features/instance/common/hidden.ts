// Variables of the environment that have no effect, because a stored setting counts instead. Pure.
import type { VariableState } from '../../../platform/config/values.ts';
import type { InstanceTexts, StoredSettings } from './settings.ts';

/** The variable that each setting follows until it is changed. What reason codes say follows none. */
const FOLLOWED = [
  ['name', 'INSTANCE_NAME'],
  ['description', 'INSTANCE_DESCRIPTION'],
  ['locale', 'INSTANCE_LOCALE'],
  ['logoUrl', 'INSTANCE_LOGO_URL'],
  ['contact', 'INSTANCE_CONTACT'],
  ['registration', 'INSTANCE_REGISTRATION'],
] as const;
const TEXTS = ['about', 'rules', 'privacy', 'notice'] as const;

export interface HiddenVariable {
  readonly variable: string;
  readonly setting: (typeof FOLLOWED)[number][0] | (typeof TEXTS)[number];
}

/** What is set in the environment and does not count. `texts` are those of the folder that INSTANCE_TEXTS names. */
export function findHidden(
  stored: StoredSettings,
  variables: readonly VariableState[],
  texts: InstanceTexts,
): readonly HiddenVariable[] {
  const isSet = (variable: string): boolean => variables.some((row) => row.name === variable && row.isSet);
  return [
    ...FOLLOWED.flatMap(([setting, variable]) =>
      stored[setting] !== undefined && isSet(variable) ? [{ variable, setting }] : [],
    ),
    ...TEXTS.flatMap((setting) =>
      stored[setting] !== undefined && texts[setting] !== undefined ? [{ variable: 'INSTANCE_TEXTS', setting }] : [],
    ),
  ];
}

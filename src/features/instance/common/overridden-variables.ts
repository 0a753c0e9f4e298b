// Variables of the environment that have no effect, because a stored setting counts instead. Pure.
import type { VariableState } from '../../../platform/config/values.ts';
import {
  FOLLOWED,
  type InstanceTexts,
  SETTING_NAMES,
  type SettingName,
  type StoredSettings,
  TEXT_NAMES,
} from './settings.ts';

export interface OverriddenVariable {
  readonly variable: string;
  readonly setting: SettingName;
}

/** What is set in the environment and does not count. `texts` are those of the folder that INSTANCE_TEXTS names. */
export function findOverridden(
  stored: StoredSettings,
  variables: readonly VariableState[],
  texts: InstanceTexts,
): readonly OverriddenVariable[] {
  const isSet = (variable: string): boolean => variables.some((row) => row.name === variable && row.isSet);
  return SETTING_NAMES.flatMap((setting) => {
    const variable = FOLLOWED[setting];
    const text = TEXT_NAMES.find((name) => name === setting);
    const isFollowed = variable !== undefined && (text === undefined ? isSet(variable) : texts[text] !== undefined);
    return isFollowed && stored[setting] !== undefined ? [{ variable, setting }] : [];
  });
}

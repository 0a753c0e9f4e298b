// Texts of the instance from a folder of Markdown files: `rules.md` for all languages, `rules.ja.md` for one. Read at start;
// every mistake is reported together.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '../../../kernel/names.ts';
import { ConfigError } from '../../../platform/config/config.ts';
import type { InstanceConfig } from '../../../platform/config/instance.ts';
import { type InstanceTexts, TEXT_CHARACTERS_MAX, TEXT_NAMES } from './settings.ts';

const FILE = /^([a-z]+)(?:\.([A-Za-z-]+))?\.md$/;

/** The texts of the configured folder. Throws ConfigError when it cannot be used. */
export function readTextsFolder({ textsDirectory, locale }: InstanceConfig): InstanceTexts {
  if (textsDirectory === undefined) return {};
  const mistakes: string[] = [];
  const found: Record<string, Record<string, string>> = {};
  for (const name of listFiles(textsDirectory)) {
    const [, key = '', language] = FILE.exec(name) ?? [];
    const text = TEXT_NAMES.find((known) => known === key);
    // A file without a language is what everybody reads; the language of the instance is then its own.
    const tag = LOCALES.find((known) => known === (language ?? locale));
    if (text === undefined || tag === undefined) {
      mistakes.push(
        `INSTANCE_TEXTS has a file that is no text: ${name} (${TEXT_NAMES.join(', ')}; ${LOCALES.join(', ')})`,
      );
      continue;
    }
    const markdown = readText(join(textsDirectory, name));
    if (markdown === undefined) {
      mistakes.push(`INSTANCE_TEXTS has a file that cannot be read, is not UTF-8 or is too long: ${name}`);
    } else if (language !== undefined || found[text]?.[tag] === undefined) {
      found[text] = { ...found[text], [tag]: markdown };
    }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return found;
}

function listFiles(directory: string): readonly string[] {
  try {
    const names = readdirSync(directory).filter((name) => name.endsWith('.md') && name !== 'README.md');
    return names.sort();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigError([`INSTANCE_TEXTS names a folder that cannot be read (${reason})`]);
  }
}

function readText(path: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    return text.length > TEXT_CHARACTERS_MAX ? undefined : text.trim();
  } catch {
    return undefined;
  }
}

/** @jsxImportSource preact */
// Numbers that an entity has per level (`stat.1.performance`, `stat.45.performance`) as one table, a level a row.
import type { VNode } from 'preact';
import { STORY_MESSAGES } from '../../messages/catalog/entity.ts';
import { type Catalog, type Look, labelOf, wordsOf } from '../common/reads.ts';
import type { Field } from './entity-data.ts';

interface Levels {
  /** Path above the levels. */
  readonly path: string;
  readonly names: readonly string[];
  readonly rows: readonly { readonly level: number; readonly values: ReadonlyMap<string, number> }[];
}

const LEVEL_PATH = /^(.+)\.(\d{1,4})\.([^.\\]+)$/;
const LEVELS_MIN = 2;

/** Whether a field is a number of a level. */
export const isLevelField = ({ path, value }: Field): boolean => typeof value === 'number' && LEVEL_PATH.test(path);

/** The fields of levels, by what they are levels of. */
export function readLevels(fields: readonly Field[]): readonly Levels[] {
  const found = new Map<string, Map<number, Map<string, number>>>();
  for (const { path, value } of fields) {
    const [, base, level, name] = LEVEL_PATH.exec(path) ?? [];
    if (base === undefined || level === undefined || name === undefined || typeof value !== 'number') continue;
    const levels = found.get(base) ?? new Map<number, Map<string, number>>();
    const values = levels.get(Number(level)) ?? new Map<string, number>();
    values.set(name, value);
    levels.set(Number(level), values);
    found.set(base, levels);
  }
  return [...found].flatMap(([path, levels]) => {
    const rows = [...levels].sort(([a], [b]) => a - b).map(([level, values]) => ({ level, values }));
    const names = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
    return rows.length < LEVELS_MIN ? [] : [{ path, names, rows }];
  });
}

export interface LevelStatsProps {
  readonly catalog: Catalog;
  readonly look: Look;
  readonly levels: Levels;
}

export function LevelStats({ catalog, look, levels: { path, names, rows } }: LevelStatsProps): VNode {
  const { page } = catalog;
  const words = page.words(STORY_MESSAGES);
  const heading = `levels-${path}`;
  const nameOf = (name: string): string => labelOf(catalog, look, `${path}.${rows[0]?.level ?? 1}.${name}`);
  return (
    <div class="stack">
      <h2 id={heading}>{page.say(words.levels, { name: wordsOf(path) })}</h2>
      <section class="table-scroll" aria-labelledby={heading} tabIndex={0}>
        <table class="entity-table level-table">
          <caption class="unseen">{page.say(words.levels, { name: wordsOf(path) })}</caption>
          <thead>
            <tr>
              <th scope="col">{page.say(words.level)}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {nameOf(name)}
                </th>
              ))}
              {names.length > 1 && <th scope="col">{page.say(words.sum)}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ level, values }) => (
              <tr key={level}>
                <th scope="row">{page.say(words.atLevel, { level })}</th>
                {names.map((name) => (
                  <td key={name} data-label={nameOf(name)}>
                    {values.has(name) ? page.numbers.format(values.get(name) ?? 0) : null}
                  </td>
                ))}
                {names.length > 1 && (
                  <td data-label={page.say(words.sum)}>
                    {page.numbers.format([...values.values()].reduce((sum, value) => sum + value, 0))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

// The parts of a draft that concern the snapshot as a whole: server, languages, levels, and advice. Pure.
import { SERVER_REGIONS, SLOT_LOCALES } from '../../kernel/names.ts';
import type { ChosenPresentation } from '../presentation/common/choose.ts';
import type { SnapshotInput } from '../release/snapshot/descriptor-schema.ts';
import { isInScripts } from './declare-fields.ts';
import { code, counted, type Reason } from './reason.ts';
import { kebabOf } from './resource-names.ts';
import type { NamedCollection } from './resources.ts';

export function draftServer(root: string, reasons: Reason[]): SnapshotInput['server'] {
  const name = root.slice(root.lastIndexOf('/') + 1).toWellFormed();
  const id = kebabOf(name).slice(0, 32).replace(/-+$/, '') || 'game';
  const words = name
    .replace(/[-_\s]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  const displayName = [...(words.charAt(0).toUpperCase() + words.slice(1))].slice(0, 40).join('') || 'Game';
  const region = SERVER_REGIONS.find((known) => known === id) ?? 'global';
  reasons.unshift(
    { resource: undefined, what: `\`server.id\` is ${code(id)}`, why: 'the folder is called so; addresses contain it' },
    {
      resource: undefined,
      what: `\`server.displayName\` is ${code(displayName)}`,
      why: 'the name of the folder in words; people read it',
    },
    {
      resource: undefined,
      what: `\`server.region\` is ${code(region)}`,
      why: region === 'global' ? 'nothing names a region' : 'the folder is called so',
    },
    { resource: undefined, what: '`$schema` is a path to the JSON Schema', why: 'editors complete and check from it' },
    { resource: undefined, what: '`sourceId` is absent', why: 'it is then derived from the content' },
  );
  return { id, displayName, region };
}

export function draftLocales(named: readonly NamedCollection[], reasons: Reason[]): string[] | undefined {
  const slotted = named.flatMap(({ name, collection: { fields, values } }) =>
    fields
      .filter(({ type, isSlotted, path }) => {
        const own = values.find((one) => one.path === path);
        return type === 'localized' && isSlotted && isInScripts(own);
      })
      .map(({ path }) => `${name}.${path}`),
  );
  if (slotted.length > 0) {
    const examples = slotted.slice(0, 3).map(code).join(', ');
    reasons.push({
      resource: undefined,
      what: `\`locales\` is ${SLOT_LOCALES.map(code).join(', ')}`,
      why: `${counted(slotted.length, 'field holds', 'fields hold')} lists of five texts in the scripts of these languages (${examples}); change the order if yours is another one`,
    });
    return [...SLOT_LOCALES];
  }
  const languages = named.flatMap(({ collection: { source } }) => (source.kind === 'languages' ? [source] : []));
  const [first] = languages;
  if (first === undefined) return undefined;
  const tags = [
    first.leader,
    ...new Set(languages.flatMap(({ tags: own }) => own).filter((tag) => tag !== first.leader)),
  ];
  const plain = [...new Set(tags.map((tag) => tag.replaceAll('_', '-')))].slice(0, 200);
  const why = 'there are files in these languages; a text that one of them lacks is shown in the next one of the list';
  reasons.push({
    resource: undefined,
    what: `\`locales\` is ${plain.slice(0, 8).map(code).join(', ')}${plain.length > 8 ? ' and others' : ''}`,
    why,
  });
  return plain;
}

export function draftLevels(
  named: readonly NamedCollection[],
  shown: ReadonlyMap<string, ChosenPresentation>,
  reasons: Reason[],
): SnapshotInput['levels'] {
  for (const { name, collection } of named) {
    const presentation = shown.get(name);
    const { charts, fields } = collection;
    if (charts === undefined || presentation === undefined || presentation.title === null) continue;
    // Levels name fields without escapes.
    if (
      [charts, presentation.title, presentation.start, presentation.cover, presentation.audio].some((path) =>
        path?.includes('\\'),
      )
    )
      continue;
    const artists = fields.find(({ path, isList }) => /^artist(?:s|Name)?$/.test(path) && !isList)?.path;
    const why = `every value of ${code(charts)} has a rating, a file and a format of charts; levels are played with them`;
    reasons.push({ resource: undefined, what: `\`levels\` is made of ${code(name)}`, why });
    return {
      resource: name,
      title: presentation.title,
      ...(artists !== undefined && { artists }),
      ...(presentation.start !== null && { publishedAt: presentation.start }),
      ...(presentation.cover !== null && { cover: presentation.cover }),
      ...(presentation.audio !== null && { bgm: presentation.audio }),
      charts,
    };
  }
  return undefined;
}

const TAGGED = /^(.+?)[_-]?(en|ja|jp|zh|cn|tw|ko|kr|fr|de|es|pt|ru|it)$/;

/** Fields of one text in several languages, such as `name_en` and `name_ja`: a descriptor cannot join them. */
export function* adviceOf(named: readonly NamedCollection[]): Generator<string> {
  for (const { name, collection } of named) {
    const groups = new Map<string, string[]>();
    for (const { path } of collection.fields) {
      const [, stem = '', tag = ''] = TAGGED.exec(path) ?? [];
      if (stem !== '' && /[_-]/.test(path.charAt(stem.length)) && tag !== '')
        groups.set(stem, [...(groups.get(stem) ?? []), path]);
    }
    for (const paths of groups.values()) {
      if (paths.length < 2) continue;
      yield `${paths.map(code).join(', ')} of ${code(name)} are one text in several languages. Written as \`{"en": "…", "ja": "…"}\` in one field, pages show the one of the reader.`;
    }
  }
}

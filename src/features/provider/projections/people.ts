// Bands and characters as served (reference sheet, 7b; provider sheet, 3.1, 3.4 and 5). Pure.
import type { DeclaredBand, DeclaredCharacter } from '../common/answers.ts';
import type { Region } from '../common/rules.ts';
import { createLinks, hasLogo, threeDigits } from '../common/upstream-paths.ts';
import { entriesOf, numberOf, optionalTextsOf, type Texts, textOf, textsOf } from './shapes.ts';

/** Only characters up to this id have an icon. */
const LAST_ICON = 50;
/** The game's own bands; others are credits, such as collaborations. */
const FORMAL_BANDS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 18, 21, 45, 46]);
const JOINED_BY = /\s*(?:×|✕|＆|&|、|\bfeat\.|\bfeat\b|\bwith\b)\s*/iu;

/** The collection. `region` only affects links. */
export function projectCharacters(characters: unknown, region: Region) {
  const links = createLinks(region);
  return Object.fromEntries(
    entriesOf(characters).map(([id, character]) => {
      const characterId = Number(id);
      const view = {
        characterId,
        characterName: textsOf(character.characterName),
        bandId: numberOf(character.bandId),
        colorCode: textOf(character.colorCode) ?? null,
        ...(characterId >= 1 &&
          characterId <= LAST_ICON && { faceImage: links.resource(`icon/chara_icon_${characterId}.png`) }),
      } satisfies DeclaredCharacter;
      return [id, view];
    }),
  );
}

/** The collection. Credits that join several names are matched to bands and characters by the jp slot. */
export function projectBands(bands: unknown, characters: unknown, region: Region) {
  const links = createLinks(region);
  const membersOf = new Map<number, number[]>();
  const characterOf = new Map<string, number>();
  for (const [id, character] of entriesOf(characters)) {
    const bandId = numberOf(character.bandId);
    if (bandId !== null) membersOf.set(bandId, [...(membersOf.get(bandId) ?? []), Number(id)]);
    const name = textsOf(character.characterName)[0];
    if (typeof name === 'string' && name !== '') {
      for (const form of [name, plainName(name)]) if (!characterOf.has(form)) characterOf.set(form, Number(id));
    }
  }
  const isOfficial = (bandId: number): boolean => FORMAL_BANDS.has(bandId) || membersOf.has(bandId);
  const bandOf = new Map<string, number>();
  for (const [id, band] of entriesOf(bands)) {
    const name = textsOf(band.bandName)[0];
    if (typeof name === 'string' && isOfficial(Number(id))) bandOf.set(plainName(name), Number(id));
  }
  return Object.fromEntries(
    entriesOf(bands).map(([id, band]) => {
      const bandId = Number(id);
      const official = isOfficial(bandId);
      const bandName = optionalTextsOf(band.bandName);
      const members = membersOf.get(bandId);
      const view = {
        bandId,
        bandName,
        official,
        ...(official
          ? members === undefined
            ? {}
            : { memberCharacterIds: members }
          : matchMembers(bandName, bandOf, characterOf)),
        ...(FORMAL_BANDS.has(bandId) && { icon: links.resource(`icon/band_${bandId}.svg`) }),
        ...(hasLogo(bandId, region) && { logo: links.bundleFile(`band/logo/${threeDigits(bandId)}`, 'logoL.png') }),
      } satisfies DeclaredBand;
      return [id, view];
    }),
  );
}

/** Names are compared without spaces. */
const plainName = (name: string): string => name.normalize('NFKC').replace(/\s+/gu, '');

function matchMembers(
  names: Texts | null,
  bandOf: ReadonlyMap<string, number>,
  characterOf: ReadonlyMap<string, number>,
) {
  const memberNames = (names?.[0] ?? '').split(JOINED_BY).filter((name) => name.trim() !== '');
  if (memberNames.length === 0) return {};
  const found = memberNames.map(plainName);
  const memberBandIds = found.flatMap((name) => bandOf.get(name) ?? []);
  const memberCharacterIds = found.flatMap((name) => characterOf.get(name) ?? []);
  return {
    ...(memberBandIds.length !== 0 && { memberBandIds }),
    ...(memberCharacterIds.length !== 0 && { memberCharacterIds }),
    memberNames,
  };
}

// Cards as served (reference sheet, 7b; provider sheet, 3.5 and 5). A card exists only in regions where it is released.
// Pure.
import { type Dates, isReleased, type Region, readDates, slotOf } from '../common/rules.ts';
import { createLinks } from '../common/upstream-paths.ts';
import {
  entriesOf,
  listOf,
  numberOf,
  recordOf,
  recordsOf,
  type Texts,
  textOf,
  textsOf,
  type UnknownRecord,
} from './shapes.ts';

interface CardEpisodeView {
  readonly episodeId: number | null;
  readonly scenarioId: string;
  readonly resourceSetName: string;
  readonly title: Texts;
}

export interface CardView {
  readonly cardId: number;
  readonly characterId: number | null;
  readonly prefix: Texts;
  readonly rarity: number | null;
  readonly attribute: string | null;
  readonly cardType: string | null;
  readonly releasedAt: Dates;
  readonly releaseAt: number | null;
  readonly hasStory: boolean;
  readonly resourceSetName: string;
  readonly cardImage: string;
  readonly cardImages: { readonly normal: string; readonly trained?: string };
  readonly episodes: readonly CardEpisodeView[];
}

export const isCardReleased = (card: UnknownRecord, region: Region): boolean =>
  isReleased(readDates(card.releasedAt), region);

/** The collection of a region. Upstream's list contains no episodes. */
export function projectCards(cards: unknown, region: Region): Readonly<Record<string, CardView>> {
  return Object.fromEntries(
    entriesOf(cards).flatMap(([id, card]) =>
      isCardReleased(card, region) ? [[id, presentCard(id, card, region)]] : [],
    ),
  );
}

/** One card of a list or record. */
export function presentCard(id: string, card: UnknownRecord, region: Region): CardView {
  const resourceSetName = textOf(card.resourceSetName) ?? '';
  const releasedAt = readDates(card.releasedAt);
  const episodes = presentEpisodes(card, resourceSetName);
  const training = recordOf(recordOf(card.stat).training);
  const image = (form: string): string =>
    createLinks(region).bundleFile(`characters/resourceset/${resourceSetName}`, `card_${form}.png`);
  const trained = Object.keys(training).length > 0 ? image('after_training') : undefined;
  // A training limit of zero marks cards that exist in trained form only.
  const normal = trained !== undefined && numberOf(training.levelLimit) === 0 ? trained : image('normal');
  return {
    cardId: Number(id),
    characterId: numberOf(card.characterId),
    prefix: textsOf(card.prefix),
    rarity: numberOf(card.rarity),
    attribute: textOf(card.attribute) ?? null,
    cardType: textOf(card.type) ?? null,
    releasedAt,
    releaseAt: releasedAt[slotOf(region)] ?? null,
    hasStory: episodes.length > 0 || listOf(recordOf(card.stat).episodes).length > 0,
    resourceSetName,
    cardImage: normal,
    cardImages: { normal, ...(trained === undefined ? {} : { trained }) },
    episodes,
  };
}

/** Episodes with a scenario. Animated ones have none. */
function presentEpisodes(card: UnknownRecord, resourceSetName: string): readonly CardEpisodeView[] {
  return recordsOf(recordOf(card.episodes).entries).flatMap((episode) => {
    const scenarioId = textOf(episode.scenarioId);
    if (scenarioId === undefined) return [];
    return [{ episodeId: numberOf(episode.episodeId), scenarioId, resourceSetName, title: textsOf(episode.title) }];
  });
}

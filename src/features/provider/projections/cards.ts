// Cards as served (reference sheet, 7b; provider sheet, 3.5 and 5). A card exists only in regions where it is released.
// Pure.
import type { DeclaredCard } from '../common/answers.ts';
import { isReleased, type Region, readDates, slotOf } from '../common/rules.ts';
import { createLinks } from '../common/upstream-paths.ts';
import { entriesOf, listOf, numberOf, recordOf, recordsOf, textOf, textsOf, type UnknownRecord } from './shapes.ts';

export const isCardReleased = (card: UnknownRecord, region: Region): boolean =>
  isReleased(readDates(card.releasedAt), region);

/** The collection of a region. Upstream's list contains no episodes. */
export function projectCards(cards: unknown, region: Region) {
  return Object.fromEntries(
    entriesOf(cards).flatMap(([id, card]) =>
      isCardReleased(card, region) ? [[id, presentCard(id, card, region)]] : [],
    ),
  );
}

/** One card of a list or record. */
export function presentCard(id: string, card: UnknownRecord, region: Region) {
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
    cardImages: { normal, ...(trained !== undefined && { trained }) },
    episodes,
  } satisfies DeclaredCard;
}

/** Episodes with a scenario. Animated ones have none. */
function presentEpisodes(card: UnknownRecord, resourceSetName: string) {
  return recordsOf(recordOf(card.episodes).entries).flatMap((episode) => {
    const scenarioId = textOf(episode.scenarioId);
    if (scenarioId === undefined) return [];
    return [{ episodeId: numberOf(episode.episodeId), scenarioId, resourceSetName, title: textsOf(episode.title) }];
  });
}

// The four story collections, and the location of each story's scenario (provider sheet, 3.8 and 5). Pure. A plan
// combines the list entry with what a reader needs to fetch the scenario.
import type { DeclaredStory } from '../common/answers.ts';
import {
  type Dates,
  isReleased,
  isReleasedAnywhere,
  type Region,
  readDates,
  releaseRegion,
  type StoryName,
  slotOf,
} from '../common/rules.ts';
import {
  afterliveBundle,
  bandBundle,
  cardBundle,
  createLinks,
  eventBundle,
  MAIN_BUNDLE,
  threeDigits,
  voiceBundle,
} from '../common/upstream-paths.ts';
import { isCardReleased } from './cards.ts';
import {
  entriesOf,
  entryOf,
  numberOf,
  optionalTextsOf,
  recordOf,
  recordsOf,
  textOf,
  textsOf,
  type UnknownRecord,
} from './shapes.ts';

export interface StoryPlan {
  /** Its entry in the list. */
  readonly view: DeclaredStory;
  /** Whether it is released in the requested region. */
  readonly released: boolean;
  /** Bundles without `_rip`. */
  readonly bundle: string;
  readonly voices: string;
  readonly scenarioId: string;
  /** Key of the band episode that contains the text. */
  readonly bandStoryKey?: string;
}

export type StoryPlans = ReadonlyMap<string, StoryPlan>;

/** The stories of a plan that a region lists. */
export function listStories(plans: StoryPlans, listed: (plan: StoryPlan) => boolean) {
  return Object.fromEntries([...plans].flatMap(([id, plan]) => (listed(plan) ? [[id, plan.view]] : [])));
}

function common(storyId: string, source: UnknownRecord, dates: Dates | undefined, region: Region) {
  const caption = optionalTextsOf(source.caption);
  const description = optionalTextsOf(source.synopsis);
  const releaseAt = dates?.[slotOf(region)] ?? null;
  return {
    storyId,
    storyKey: storyId,
    title: textsOf(source.title),
    ...(caption !== null && { caption }),
    ...(description !== null && { description }),
    ...(dates !== undefined && { publishedAt: dates, sourceServer: releaseRegion(dates, region) }),
    ...(releaseAt !== null && { releaseAt }),
  };
}

/** Stories of events that have started in any region, with the event's dates. */
export function planEventStories(index: unknown, events: unknown, region: Region): StoryPlans {
  const plans = new Map<string, StoryPlan>();
  for (const [eventId, entry] of entriesOf(index)) {
    const event = entryOf(events, eventId);
    const dates = readDates(event?.startAt);
    if (event === undefined || !isReleasedAnywhere(dates)) continue;
    const eventName = optionalTextsOf(entry.eventName) ?? optionalTextsOf(event.eventName);
    const links = createLinks(releaseRegion(dates, region));
    recordsOf(entry.stories).forEach((story, position) => {
      const episode = position + 1;
      const storyId = `event.${eventId}-${episode}`;
      const scenarioId = textOf(story.scenarioId) ?? '';
      const bandStoryId = numberOf(story.bandStoryId);
      plans.set(storyId, {
        released: isReleased(dates, region),
        bundle: eventBundle(eventId),
        voices: voiceBundle.event(eventId, episode),
        scenarioId,
        ...(bandStoryId !== null && { bandStoryKey: String(bandStoryId) }),
        view: {
          ...common(storyId, story, dates, region),
          ...(scenarioId !== '' && { scenarioId }),
          episodeNumber: episode,
          chapterId: Number(eventId),
          chapterKey: `event.${eventId}`,
          ...(eventName !== null && { chapterName: eventName, eventName }),
          chapterSort: Number(eventId),
          storySort: Number(eventId) * 1000 + episode,
          eventId: Number(eventId),
          image: links.rawAsset(`story/banner/memorial_rip/banner_memorial_event${threeDigits(Number(eventId))}.png`),
        },
      });
    });
  }
  return plans;
}

/** Band stories by id, and by the key that other documents use. Duplicate chapters (same first scenario, no chapter number) are dropped. */
export function planBandStories(index: unknown, region: Region) {
  const plans = new Map<string, StoryPlan>();
  const byKey = new Map<string, StoryPlan>();
  const numbered = ([, chapter]: readonly [string, UnknownRecord]): number =>
    numberOf(chapter.chapterNumber) === null ? 1 : 0;
  const chapters = [...entriesOf(index)].sort((a, b) => numbered(a) - numbered(b));
  const firstScenarios = new Set<string>();
  for (const [chapterId, chapter] of chapters) {
    const stories = entriesOf(chapter.stories);
    const first = textOf(stories[0]?.[1].scenarioId) ?? '';
    if (first === '' || firstScenarios.has(first)) continue;
    firstScenarios.add(first);
    planChapter(chapterId, chapter, stories, region, plans, byKey);
  }
  return { plans, byKey };
}

function planChapter(
  chapterId: string,
  chapter: UnknownRecord,
  stories: ReturnType<typeof entriesOf>,
  region: Region,
  plans: Map<string, StoryPlan>,
  byKey: Map<string, StoryPlan>,
): void {
  const chapterDates = readDates(chapter.publishedAt);
  const bandId = numberOf(chapter.bandId);
  const chapterNumber = numberOf(chapter.chapterNumber);
  const chapterName = optionalTextsOf(chapter.mainTitle);
  stories.forEach(([key, story], position) => {
    const scenarioId = textOf(story.scenarioId);
    if (scenarioId === undefined || bandId === null) return;
    const own = story.publishedAt === undefined ? undefined : readDates(story.publishedAt);
    const dates = own ?? chapterDates;
    const storyId = `band.${scenarioId}`;
    const plan: StoryPlan = {
      released: isReleased(chapterDates, region) && (own === undefined || isReleased(own, region)),
      bundle: bandBundle(bandId),
      voices: voiceBundle.band(textOf(story.voiceAssetBundleName) ?? `bandstory${key}`),
      scenarioId,
      view: {
        ...common(storyId, story, dates, region),
        scenarioId,
        episodeNumber: position + 1,
        chapterId: Number(chapterId),
        chapterKey: `band.${bandId}.${chapterNumber ?? chapterId}`,
        ...(chapterName !== null && { chapterName }),
        chapterSort: bandId * 1000 + (chapterNumber ?? Number(chapterId)),
        storySort: Number(key),
        bandId,
        ...(chapterNumber !== null && {
          image: createLinks(releaseRegion(dates, region)).rawAsset(
            `story/banner/band_rip/banner_memorial_band${threeDigits(bandId)}${threeDigits(chapterNumber)}.png`,
          ),
        }),
      },
    };
    byKey.set(key, plan);
    if (!plans.has(storyId)) plans.set(storyId, plan);
  });
}

/** Main stories. A new season starts where the first caption occurs again. */
export function planMainStories(index: unknown, region: Region): StoryPlans {
  const plans = new Map<string, StoryPlan>();
  let season = 0;
  let episode = 0;
  let opening: string | undefined;
  for (const [id, story] of entriesOf(index)) {
    const dates = readDates(story.publishedAt);
    const caption = JSON.stringify(textsOf(story.caption));
    opening ??= caption;
    episode += 1;
    if (caption === opening) {
      season += 1;
      episode = 1;
    }
    const storyId = `main.${id}`;
    const scenarioId = textOf(story.scenarioId) ?? '';
    plans.set(storyId, {
      released: isReleased(dates, region),
      bundle: MAIN_BUNDLE,
      voices: voiceBundle.main(id),
      scenarioId,
      view: {
        ...common(storyId, story, dates, region),
        ...(scenarioId !== '' && { scenarioId }),
        episodeNumber: episode,
        chapterId: season,
        chapterKey: `main.${season}`,
        chapterSort: season,
        storySort: Number(id),
      },
    });
  }
  return plans;
}

/** Talks after a live. The title is upstream's description; the cast is found by names in its jp slot. */
export function planAfterliveStories(index: unknown, characters: unknown, region: Region): StoryPlans {
  const names = castNames(characters);
  const plans = new Map<string, StoryPlan>();
  for (const [id, talk] of entriesOf(index)) {
    const dates = Array.isArray(talk.publishedAt) ? readDates(talk.publishedAt) : undefined;
    const description = textsOf(talk.description);
    const storyId = `afterlive.${id}`;
    const scenarioId = textOf(talk.scenarioId) ?? `afterLive${threeDigits(Number(id))}`;
    const jp = description[0] ?? '';
    const characterIds = [...new Set(names.flatMap(([name, characterId]) => (jp.includes(name) ? [characterId] : [])))];
    plans.set(storyId, {
      released: dates === undefined || isReleased(dates, region),
      bundle: afterliveBundle(id),
      voices: voiceBundle.afterlive(id),
      scenarioId,
      view: {
        ...common(storyId, { title: talk.description }, dates, region),
        scenarioId,
        storySort: Number(id),
        ...(characterIds.length !== 0 && { characterIds }),
      },
    });
  }
  return plans;
}

/** Names of characters with a band, from the jp slot. */
function castNames(characters: unknown): readonly (readonly [string, number])[] {
  return entriesOf(characters).flatMap(([id, character]) => {
    if (numberOf(character.bandId) === null) return [];
    const forms = [character.characterName, character.firstName, character.nickname].map((texts) => textsOf(texts)[0]);
    return [...new Set(forms)].flatMap((form) =>
      typeof form === 'string' && form !== '' ? [[form, Number(id)] as const] : [],
    );
  });
}

/** Cards of a resource set that are released in the region. */
export function cardsOfSet(cards: unknown, resourceSet: string, region: Region): readonly string[] {
  return entriesOf(cards).flatMap(([id, card]) =>
    card.resourceSetName === resourceSet && isCardReleased(card, region) ? [id] : [],
  );
}

/** The story of a card record; undefined when the record has no such episode. */
export function planCardStory(
  name: Extract<StoryName, { kind: 'card' }>,
  cardId: string,
  record: UnknownRecord,
  region: Region,
): StoryPlan | undefined {
  const episodes = recordsOf(recordOf(record.episodes).entries);
  const position = episodes.findIndex((episode) => episode.scenarioId === name.scenarioId);
  const episode = episodes[position];
  if (episode === undefined) return undefined;
  const storyId = `card.${name.resourceSet}.${name.scenarioId}`;
  const characterId = numberOf(record.characterId);
  return {
    released: isCardReleased(record, region),
    bundle: cardBundle(name.resourceSet),
    voices: voiceBundle.card(name.resourceSet),
    scenarioId: name.scenarioId,
    view: {
      ...common(storyId, { title: episode.title }, readDates(record.releasedAt), region),
      scenarioId: name.scenarioId,
      episodeNumber: position + 1,
      chapterId: Number(cardId),
      chapterKey: `card.${cardId}`,
      chapterName: textsOf(record.prefix),
      ...(characterId !== null && { characterIds: [characterId] }),
    },
  };
}

// Reads one story: the plan of an id, and the scenario from the first region that has it (provider sheet, 3.8 and 5).
import { isRecord } from '../../../kernel/is-object.ts';
import { isRefusal, Refusal } from '../../../kernel/refusal.ts';
import { chainFrom, type Region, type StoryName } from '../common/rules.ts';
import * as upstream from '../common/upstream-paths.ts';
import type { DocumentPlan } from '../mirror/documents.ts';
import type { DocumentReader } from '../mirror/reader.ts';
import { wantAssetJson, wantList, wantRecord } from '../mirror/upstream-files.ts';
import { hasCostumeAlias, presentStory, readScenario, type SourceAttempt } from '../projections/scenario.ts';
import { cardsOfSet, planBandStories, planCardStory, planMainStories, type StoryPlan } from '../projections/stories.ts';
import { jsonPlan, readAfterliveStories, readEventStories } from './plans.ts';

/** The document of a story id. */
export function planStory(storyId: string, name: StoryName, region: Region): DocumentPlan {
  return jsonPlan(`story/${storyId}/${region}`, false, async (reader) => {
    const plan = await readPlan(reader, storyId, name, region);
    if (plan === undefined || !plan.released) throw new Refusal('provider_not_found');
    return readStory(reader, await followBandStory(reader, plan, region), region);
  });
}

async function readPlan(
  reader: DocumentReader,
  storyId: string,
  name: StoryName,
  region: Region,
): Promise<StoryPlan | undefined> {
  switch (name.kind) {
    case 'event':
      return (await readEventStories(reader, region)).get(storyId);
    case 'band':
      return planBandStories(await reader.require(wantList(upstream.BAND_STORIES)), region).plans.get(storyId);
    case 'main':
      return planMainStories(await reader.require(wantList(upstream.MAIN_STORIES)), region).get(storyId);
    case 'afterlive':
      return (await readAfterliveStories(reader, region)).get(storyId);
    case 'card':
      return readCardPlan(reader, name, region);
  }
}

async function readCardPlan(
  reader: DocumentReader,
  name: Extract<StoryName, { kind: 'card' }>,
  region: Region,
): Promise<StoryPlan | undefined> {
  const cards = await reader.require(wantList(upstream.CARDS));
  for (const cardId of cardsOfSet(cards, name.resourceSet, region)) {
    const record = await reader.read(wantRecord(upstream.cardRecord(cardId)));
    const plan = isRecord(record) ? planCardStory(name, cardId, record, region) : undefined;
    if (plan !== undefined) return plan;
  }
  return undefined;
}

/** Some event episodes have no file of their own: a band episode is their text. */
async function followBandStory(reader: DocumentReader, plan: StoryPlan, region: Region): Promise<StoryPlan> {
  if (plan.bandStoryKey === undefined) return plan;
  const band = planBandStories(await reader.require(wantList(upstream.BAND_STORIES)), region).byKey.get(
    plan.bandStoryKey,
  );
  if (band === undefined) return plan;
  const { bundle, voices, scenarioId } = band;
  return { ...plan, bundle, voices, scenarioId };
}

async function readStory(reader: DocumentReader, plan: StoryPlan, region: Region) {
  const attempts: SourceAttempt[] = [];
  let failure: unknown;
  for (const server of chainFrom(region)) {
    try {
      const value = await reader.read(wantAssetJson(upstream.scenario(server, plan.bundle, plan.scenarioId)));
      const base = readScenario(value);
      if (base !== undefined) {
        attempts.push({ server, outcome: 'used' });
        const characters = hasCostumeAlias(base) ? await reader.tryRead(wantList(upstream.CHARACTERS)) : undefined;
        return presentStory(plan, base, server, attempts, characters);
      }
      attempts.push({ server, outcome: value === undefined ? 'missing' : 'empty' });
    } catch (error) {
      if (!isRefusal(error, 'provider_upstream')) throw error;
      failure ??= error;
      attempts.push({ server, outcome: 'failed' });
    }
  }
  // Absence is only certain when every region was looked at.
  throw failure ?? new Refusal('provider_not_found');
}

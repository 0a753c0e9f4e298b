// Reads Live2d models by id: build data from the first region with a usable one, four ids at a time (provider sheet,
// 3.12, 5).

import { chainFrom, type Region } from '../common/rules.ts';
import { encodePath, live2dBuildData } from '../common/upstream-paths.ts';
import type { DocumentPlan } from '../mirror/documents.ts';
import type { DocumentReader } from '../mirror/reader.ts';
import { wantLooseJson } from '../mirror/upstream-files.ts';
import { planLive2d, withDefaultMotion } from '../projections/live2d.ts';
import { jsonPlan } from './plans.ts';

const AT_ONCE = 4;

/** `{items, missing}` for these ids; `server` is tried first. */
export function planLive2dBatch(ids: readonly string[], region: Region, server: Region | undefined): DocumentPlan {
  const chain = server === undefined ? chainFrom(region) : chainFrom(server, region);
  return jsonPlan(`live2d/${chain.join()}/${ids.join()}`, false, async (reader) => {
    const found = new Map<string, unknown>();
    const queue = ids.values();
    const work = async (): Promise<void> => {
      for (const id of queue) {
        const view = await readModel(reader, id, chain);
        if (view !== undefined) found.set(id, view);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const items = Object.fromEntries(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id)]] : [])));
    return { items, missing: ids.filter((id) => !found.has(id)) };
  });
}

/** A model; undefined when no region has a usable one. An upstream failure does not count as missing. */
async function readModel(reader: DocumentReader, id: string, chain: readonly Region[]) {
  for (const server of chain) {
    const buildData = await reader.read(wantLooseJson(live2dBuildData(server, id)));
    const plan = buildData === undefined ? undefined : planLive2d(id, buildData, server);
    if (plan === undefined) continue;
    if (plan.transition === undefined) return plan.view;
    const { bundle, file } = plan.transition;
    const path = `/assets/${server}/${encodePath(bundle)}_rip/${encodeURIComponent(file)}`;
    return withDefaultMotion(plan.view, await reader.tryRead(wantLooseJson(path)));
  }
  return undefined;
}

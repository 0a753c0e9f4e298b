// @ts-check
// Tells a chat when a release comes, and what is new in it.
//
//   node release-news.js https://example.org https://discord.com/api/webhooks/…
//
// Without the second address it writes to the terminal. The address takes messages as Discord's webhooks do.
import { setTimeout as pause } from 'node:timers/promises';
import { connect, LivehouseError } from '@livehouse/client';

const [url = 'http://localhost:8080', chat] = process.argv.slice(2);
const SECONDS = Number(process.env.SECONDS ?? 60);

const house = connect(url);
const catalog = house.catalog('demo');

/** Lines about what changed between two releases. @param {string} from @param {string} to */
async function describe(from, to) {
  try {
    const changes = await house.api.releaseChanges({ server: 'demo', from, to });
    if (!('resources' in changes)) return [];
    return Object.entries(changes.resources)
      .filter(([, { added, changed, removed }]) => added + changed + removed > 0)
      .map(([name, { added, changed, removed }]) => `${name}: ${added} new, ${changed} changed, ${removed} gone`);
  } catch (error) {
    // The earlier one may have been collected.
    if (error instanceof LivehouseError && error.code === 'release_not_found') return [];
    throw error;
  }
}

/** @param {string} content */
async function tell(content) {
  console.log(content);
  if (chat === undefined) return;
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ content, allowed_mentions: { parse: [] } });
  const response = await fetch(chat, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`the chat answered ${response.status}`);
}

let { releaseId: known } = await catalog.release();
console.log(`watching from ${known}`);
for (;;) {
  await pause(SECONDS * 1000);
  try {
    // Costs the service nothing while there is none: the client asks with the entity tag of the last answer.
    const { releaseId, sourceId } = await catalog.release();
    if (releaseId === known) continue;
    const lines = await describe(known, releaseId);
    const page = `${house.url}/catalog/demo/releases/${known}...${releaseId}`;
    await tell([`**${sourceId}** is here`, ...lines, page].join('\n'));
    known = releaseId;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

// @ts-check
// A card calculator: the strongest team of five, one card of each character, at the highest level of each card.
//
//   node card-calculator.js https://example.org red 50 'rarity>=3 && skillId!=null'
//
// Here red cards count 50 % more, and only cards that meet the condition are chosen from.
import { connect } from '@livehouse/client';

const [url = 'http://localhost:8080', favoured = 'red', bonus = '0', condition = ''] = process.argv.slice(2);
const TEAM = 5;

/** @type {import('@livehouse/client').Livehouse<import('./demo.d.ts').Demo>} */
const house = connect(url);
// All reads are of one release, even if another one comes meanwhile.
const catalog = await house.catalog('demo').pinCurrent();

const all = catalog.cards.query().whole().include('characterId').locale('en');
const query = condition === '' ? all : all.where(condition);
const entities = [];
/** Characters by id: the service answers those of each page with it. */
/** @type {Record<string, any>} */
const characters = {};
for await (const { items, included } of query.all().pages()) {
  entities.push(...items.map(({ entity }) => entity));
  Object.assign(characters, included?.characters);
}
const rated = entities.map((entity) => {
  /** @type {Readonly<Record<string, { performance: number, technique: number, visual: number } | undefined>>} */
  const levels = entity.stat;
  const { performance, technique, visual } = levels[entity.levelLimit] ?? { performance: 0, technique: 0, visual: 0 };
  const factor = entity.cardType === favoured ? 1 + Number(bonus) / 100 : 1;
  return { card: entity, power: Math.floor((performance + technique + visual) * factor) };
});
rated.sort((one, other) => other.power - one.power || one.card.cardId - other.card.cardId);

const team = rated
  .filter(({ card }, at) => rated.findIndex((other) => other.card.characterId === card.characterId) === at)
  .slice(0, TEAM);
for (const { card, power } of team) {
  const { characterName } = characters[String(card.characterId)] ?? {};
  console.log(`${power}\t${card.cardId}\t${characterName}: ${card.prefix}`);
}
console.log(`${team.reduce((sum, { power }) => sum + power, 0)}\ttogether`);

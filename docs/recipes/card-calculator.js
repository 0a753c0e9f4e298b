// @ts-check
// A card calculator: the strongest team of five, one card of each character, at the highest level of each card.
//
//   node card-calculator.js https://example.org red 50
//
// Here red cards count 50 % more.
import { connect } from '@livehouse/client';

const [url = 'http://localhost:8080', favoured = 'red', bonus = '0'] = process.argv.slice(2);
const TEAM = 5;

/** @type {import('@livehouse/client').Livehouse<import('./demo.d.ts').Demo>} */
const house = connect(url);
// All reads are of one release, even if another one comes meanwhile.
const catalog = await house.catalog('demo').pinCurrent();

const rated = (await catalog.cards.all().toArray()).map(({ entity }) => {
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
const { items: characters } = await catalog.characters.batch(team.map(({ card }) => String(card.characterId)));
for (const { card, power } of team) {
  const [, name] = characters[String(card.characterId)]?.characterName ?? [];
  console.log(`${power}\t${card.cardId}\t${name}: ${card.prefix[1]}`);
}
console.log(`${team.reduce((sum, { power }) => sum + power, 0)}\ttogether`);

// The weights of recommendations, as one variable: `like=5,comment=8`. What is not named keeps its shipped value.

/** Points for what a post has and what it is to the viewer; whole numbers. */
export interface RecommendationWeights {
  /** For each like, comment and bookmark. */
  readonly like: number;
  readonly comment: number;
  readonly bookmark: number;
  /** For being at most an hour, a day, a week old. */
  readonly hour: number;
  readonly day: number;
  readonly week: number;
  /** For a followed author, a followed tag. */
  readonly author: number;
  readonly tag: number;
  /** Taken off what the viewer was shown before. */
  readonly seen: number;
}

/** Of the reference sheet, 8.3. The index `post_score_index` holds those of likes, comments and bookmarks. */
export const RECOMMENDATION_WEIGHTS: RecommendationWeights = {
  like: 5,
  comment: 8,
  bookmark: 3,
  hour: 80,
  day: 50,
  week: 20,
  author: 120,
  tag: 70,
  seen: 90,
};

const WEIGHT_MAX = 1000;

const isWeight = (name: string): name is keyof RecommendationWeights => Object.hasOwn(RECOMMENDATION_WEIGHTS, name);

/** The weights that a text names, over the shipped ones. Throws an Error with a sentence. */
export function readRecommendationWeights(text: string | undefined): RecommendationWeights {
  const weights = { ...RECOMMENDATION_WEIGHTS };
  const named = new Set<string>();
  for (const part of text === undefined ? [] : text.split(',')) {
    const [, name = '', number = ''] = /^\s*([a-z]+)\s*=\s*(\d{1,4})\s*$/.exec(part) ?? [];
    if (!isWeight(name) || Number(number) > WEIGHT_MAX || named.has(name)) {
      const names = Object.keys(RECOMMENDATION_WEIGHTS).join(', ');
      throw new Error(`must be such as like=5,comment=8 with numbers of 0 to ${WEIGHT_MAX} for ${names}, each once`);
    }
    named.add(name);
    weights[name] = Number(number);
  }
  return weights;
}

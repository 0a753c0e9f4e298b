// Weights of recommendations in one variable: `like=5,comment=8`. Weights that are not named keep their default.
import { z } from 'zod';
import { reader } from './values.ts';

/** Points for properties of a post and its relation to the viewer; whole numbers. */
export interface RecommendationWeights {
  /** Per like, comment and bookmark. */
  readonly like: number;
  readonly comment: number;
  readonly bookmark: number;
  /** For an age of at most an hour, a day, a week. */
  readonly hour: number;
  readonly day: number;
  readonly week: number;
  /** For a followed author; for each followed tag. */
  readonly author: number;
  readonly tag: number;
  /** Subtracted if the viewer was already shown the post. */
  readonly seen: number;
}

/** Defaults (reference sheet, 8.3). The index `post_score_index` contains those of likes, comments and bookmarks. */
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

const NAMES = Object.keys(RECOMMENDATION_WEIGHTS);
const WEIGHTS_ERROR = `must be such as like=5,comment=8 with numbers of 0 to ${WEIGHT_MAX} for ${NAMES.join(', ')}, each once`;

const isWeight = (name: string): name is keyof RecommendationWeights => Object.hasOwn(RECOMMENDATION_WEIGHTS, name);

/** One `name=number`. */
const weightSchema = z
  .string()
  .regex(/^\s*[a-z]+\s*=\s*\d{1,4}\s*$/, WEIGHTS_ERROR)
  .transform((part) => part.split('=').map((side) => side.trim()))
  .pipe(
    z.tuple([
      z.string().refine(isWeight, WEIGHTS_ERROR),
      z
        .string()
        .transform(Number)
        .refine((value) => value <= WEIGHT_MAX, WEIGHTS_ERROR),
    ]),
  );

/** Parses weights over the defaults. Throws an Error with a readable message. */
export const readRecommendationWeights = reader(
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(weightSchema))
    .refine((weights) => new Set(weights.map(([name]) => name)).size === weights.length, WEIGHTS_ERROR)
    .transform((weights): RecommendationWeights => ({ ...RECOMMENDATION_WEIGHTS, ...Object.fromEntries(weights) }))
    .default(RECOMMENDATION_WEIGHTS),
);

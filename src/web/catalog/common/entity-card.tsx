/** @jsxImportSource preact */
// Entities as cards with their picture, and their badges as tickets.
import type { VNode } from 'preact';
import { numberOf } from '../../../features/presentation/common/field-values.ts';
import { sayValue } from '../../messages/names.ts';
import { CachedPart } from '../../shell/cached-part.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconImage } from '../../ui/icons.ts';
import { commaIn } from '../../ui/text/punctuation.ts';
import { useTints } from '../../ui/tints.ts';
import { fieldAt, labelOfValue, momentIn, readField, referencesAt, textIn } from './fields.ts';
import { DataText, EntityLink } from './frame.tsx';
import { sayNumbered } from './numbered.ts';
import { partKey } from './part-key.ts';
import {
  type Catalog,
  type CatalogProps,
  type EntitySummary,
  labelOf,
  type ResourcePresentation,
  rawPath,
} from './reads.ts';
import { ReleasePicture } from './release-picture.tsx';
import { EntityState } from './running.tsx';
import { numberText } from './value-view.tsx';
import { difficultyOf, fileOf, isKeyPath, keysOf, markName, type Text } from './values.ts';

const COLOUR_TONES: Readonly<Record<string, Tone>> = {
  red: 'danger',
  blue: 'info',
  green: 'success',
  yellow: 'warning',
  purple: 'special',
  pink: 'pink',
  easy: 'info',
  normal: 'success',
  hard: 'warning',
  expert: 'danger',
  special: 'special',
  master: 'special',
};

export const toneOf = (word: string): Tone | undefined =>
  Object.hasOwn(COLOUR_TONES, word.toLowerCase()) ? COLOUR_TONES[word.toLowerCase()] : undefined;

export interface BadgesProps {
  readonly catalog: Catalog;
  readonly presentation: ResourcePresentation;
  readonly summary: EntitySummary;
}

interface Badge {
  readonly path: string;
  /** The value as the data has it. */
  readonly value: string;
  readonly text: Text;
  readonly isNumber?: boolean;
}

/** The badge of a field; undefined: the entity has none. */
function badgeOf({ catalog, presentation, summary }: BadgesProps, path: string): Badge | undefined {
  const { page, slots } = catalog;
  if (referencesAt(presentation, path).length > 0 || difficultyOf(path) !== undefined || isKeyPath(path))
    return undefined;
  const field = fieldAt(presentation, path);
  const value = readField(presentation, summary, path);
  const label = labelOfValue(value, slots, field);
  if (label !== undefined) return { path, value: String(value), text: label };
  // What is so has the name of the field; what is not so says nothing.
  if (typeof value === 'boolean') {
    const text = labelOf(catalog, presentation, path);
    return value ? { path, value: text, text: { text } } : undefined;
  }
  const moment = field?.type === 'date' ? momentIn(value, slots, field) : undefined;
  if (moment !== undefined) return { path, value: '', text: { text: page.date(moment.at) } };
  const number = typeof value === 'number' ? value : field?.type === 'number' ? numberOf(value) : undefined;
  if (number !== undefined) {
    const isPlain = field?.unit === undefined && typeof value === 'number';
    const text = isPlain ? String(number) : numberText(catalog, presentation, path, number);
    return { path, value: String(value), text: { text }, isNumber: true };
  }
  const keys = keysOf(value).map((key) => labelOfValue(key, slots, field)?.text ?? key);
  const text =
    textIn(value, slots, field) ?? (keys.length === 0 ? undefined : { text: keys.join(commaIn(page.locale)) });
  return text === undefined
    ? undefined
    : { path, value: text.text, text: { ...text, text: sayValue(page.locale, text.text, true) } };
}

const badgesOf = (props: BadgesProps): readonly Badge[] =>
  props.presentation.badges.flatMap((path) => badgeOf(props, path) ?? []);

const markOf = ({ marks, server }: Catalog, { path, value }: Badge) => fileOf(marks[markName(path, value)], server.id);

/** What the art of a card shows by itself: badges with a mark, such as rarity and attribute. Their words are for screen readers. */
function ArtBadges(props: BadgesProps): VNode | null {
  const { catalog, presentation } = props;
  const marked = badgesOf(props).flatMap((badge) => {
    const mark = markOf(catalog, badge);
    return mark === undefined ? [] : [{ ...badge, mark }];
  });
  if (marked.length === 0) return null;
  return (
    <p class="art-badges">
      {marked.map(({ path, text, isNumber, mark }) => (
        <span key={path} class={isNumber ? 'art-badge art-badge-number' : 'art-badge'}>
          <img src={rawPath(catalog, mark.path)} width="20" height="20" alt="" loading="lazy" />
          {isNumber && <span class="unseen">{labelOf(catalog, presentation, path)}</span>}
          <span class={isNumber ? undefined : 'unseen'}>
            <DataText text={text} />
          </span>
        </span>
      ))}
    </p>
  );
}

/** Tickets of the badges that an entity has; `plain`: of those that have no mark. */
export function Badges({ plain = false, ...props }: BadgesProps & { readonly plain?: boolean }): VNode | null {
  const { catalog, presentation } = props;
  const badges = badgesOf(props).filter((badge) => !plain || markOf(catalog, badge) === undefined);
  if (badges.length === 0) return null;
  return (
    <p class="badges">
      {badges.map(({ path, value, text, isNumber }) => {
        const mark = markOf(catalog, { path, value, text });
        return (
          <Chip key={path} ticket tone={isNumber ? undefined : toneOf(value)}>
            {mark !== undefined && (
              <img class="mark-icon" src={rawPath(catalog, mark.path)} width="16" height="16" alt="" loading="lazy" />
            )}
            {isNumber ? (
              sayNumbered(catalog.page, path, labelOf(catalog, presentation, path), text.text)
            ) : (
              <DataText text={text} />
            )}
          </Chip>
        );
      })}
    </p>
  );
}

interface CardProps extends CatalogProps {
  readonly presentation: ResourcePresentation;
  readonly item: EntitySummary;
}

export interface EntityCardsProps extends CatalogProps {
  readonly presentation: ResourcePresentation;
  readonly items: readonly EntitySummary[];
  /** Whether they stand on the first screen. */
  readonly first?: boolean;
  /** Whether the items have all that a card shows, so that their cards are cached. */
  readonly whole?: boolean;
  /** Marks of the reader. */
  readonly marksOf?: ((item: EntitySummary) => VNode) | undefined;
}

/** A grid of cards. Without pictures they are short. */
export function EntityCards(props: EntityCardsProps): VNode {
  const { catalog, presentation, items, first = false, whole = false, marksOf } = props;
  const hasPictures = presentation.image !== null;
  const tint = useTints();
  const keyOf = ({ resource, id }: EntitySummary, part: string) =>
    whole ? partKey(catalog, [part, resource, id]) : undefined;
  return (
    <ul
      class={`entity-cards${hasPictures ? '' : ' entity-cards-plain'}${presentation.group === 'event' ? ' entity-cards-wide' : ''}`}
    >
      {items.map((item, index) => {
        const isFirst = first && index < 8;
        return (
          <li key={`${item.resource}/${item.id}`} class={['entity-card', tint(item.tint)].filter(Boolean).join(' ')}>
            {hasPictures && (
              <CachedPart
                by={keyOf(item, isFirst ? 'first' : 'later')}
                render={() => (
                  <CardPicture
                    catalog={catalog}
                    presentation={presentation}
                    item={item}
                    isWide={presentation.group === 'event'}
                    first={isFirst}
                  />
                )}
              />
            )}
            <div class="entity-card-words">
              <CachedPart
                by={keyOf(item, 'words')}
                render={() => <CardWords catalog={catalog} presentation={presentation} item={item} />}
              />
              {marksOf?.(item)}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const CardWords = ({ catalog, presentation, item }: CardProps): VNode => (
  <>
    <EntityLink catalog={catalog} item={item} />
    {item.subtitle !== undefined && (
      <span class="entity-card-subtitle">
        <DataText text={item.subtitle} />
      </span>
    )}
    <EntityState catalog={catalog} presentation={presentation} summary={item} />
    <Badges catalog={catalog} presentation={presentation} summary={item} plain={presentation.image !== null} />
  </>
);

interface CardPictureProps extends CardProps {
  readonly isWide: boolean;
  readonly first: boolean;
}

const CARD_SIZES = '(max-width: 640px) 45vw, 160px';
const WIDE_SIZES = '(max-width: 640px) 92vw, 400px';

const CardPicture = ({ catalog, presentation, item, isWide, first }: CardPictureProps): VNode => (
  <div class="entity-card-picture">
    {item.picture === undefined ? (
      <Icon shape={iconImage} />
    ) : (
      <ReleasePicture
        catalog={catalog}
        first={first}
        file={item.picture}
        alt=""
        sizes={isWide ? WIDE_SIZES : CARD_SIZES}
        side={320}
      />
    )}
    <ArtBadges catalog={catalog} presentation={presentation} summary={item} />
  </div>
);

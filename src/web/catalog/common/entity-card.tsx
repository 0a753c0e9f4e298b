/** @jsxImportSource preact */
// Entities as cards with their picture, and their badges as tickets.
import type { VNode } from 'preact';
import { numberOf } from '../../../features/presentation/common/field-values.ts';
import { sayValue } from '../../messages/names.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconImage } from '../../ui/icons.ts';
import { fieldAt, labelOfValue, momentIn, readField, referencesAt, textIn } from './fields.ts';
import { DataText } from './frame.tsx';
import { type Catalog, type EntitySummary, entityPath, labelOf, type ResourcePresentation, rawPath } from './reads.ts';
import { ReleasePicture } from './release-picture.tsx';
import { numberText } from './value-view.tsx';
import { difficultyOf, fileOf, keysOf, markName, type Text } from './values.ts';

const COLOUR_TONES: Readonly<Record<string, Tone>> = {
  red: 'danger',
  blue: 'info',
  green: 'success',
  yellow: 'warning',
  purple: 'special',
  pink: 'brand',
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
  if (referencesAt(presentation, path).length > 0 || difficultyOf(path) !== undefined) return undefined;
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
  const text = textIn(value, slots, field) ?? (keys.length === 0 ? undefined : { text: keys.join(', ') });
  return text === undefined
    ? undefined
    : { path, value: text.text, text: { ...text, text: sayValue(page.locale, text.text) } };
}

/** Tickets of the badges that an entity has. */
export function Badges(props: BadgesProps): VNode | null {
  const { catalog, presentation } = props;
  const badges = presentation.badges.flatMap((path) => badgeOf(props, path) ?? []);
  if (badges.length === 0) return null;
  return (
    <p class="badges">
      {badges.map(({ path, value, text, isNumber }) => {
        const mark = fileOf(catalog.marks[markName(path, value)], catalog.server.id);
        return (
          <Chip key={path} ticket tone={isNumber ? 'accent' : toneOf(value)}>
            {mark !== undefined && (
              <img class="mark-icon" src={rawPath(catalog, mark.path)} width="16" height="16" alt="" loading="lazy" />
            )}
            {isNumber ? `${labelOf(catalog, presentation, path)} ${text.text}` : <DataText text={text} />}
          </Chip>
        );
      })}
    </p>
  );
}

export interface EntityCardsProps {
  readonly catalog: Catalog;
  readonly presentation: ResourcePresentation;
  readonly items: readonly EntitySummary[];
  /** Whether they stand on the first screen. */
  readonly first?: boolean;
}

/** A grid of cards. Without pictures they are short. */
export function EntityCards({ catalog, presentation, items, first = false }: EntityCardsProps): VNode {
  const hasPictures = presentation.image !== null;
  return (
    <ul
      class={`entity-cards${hasPictures ? '' : ' entity-cards-plain'}${presentation.group === 'event' ? ' entity-cards-wide' : ''}`}
    >
      {items.map((item, index) => (
        <li key={`${item.resource}/${item.id}`} class="entity-card">
          {hasPictures && (
            <CardPicture
              catalog={catalog}
              item={item}
              isWide={presentation.group === 'event'}
              first={first && index < 8}
            />
          )}
          <div class="entity-card-words">
            <a class="entity-link" href={entityPath(catalog, item.resource, item.id)}>
              <DataText text={item.title} />
            </a>
            {item.subtitle !== undefined && (
              <span class="entity-card-subtitle">
                <DataText text={item.subtitle} />
              </span>
            )}
            <Badges catalog={catalog} presentation={presentation} summary={item} />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface CardPictureProps {
  readonly catalog: Catalog;
  readonly item: EntitySummary;
  readonly isWide: boolean;
  readonly first: boolean;
}

const CARD_SIZES = '(max-width: 640px) 45vw, 190px';
const WIDE_SIZES = '(max-width: 640px) 92vw, 400px';

const CardPicture = ({ catalog, item: { picture }, isWide, first }: CardPictureProps): VNode => (
  <div class="entity-card-picture">
    {picture === undefined ? (
      <Icon shape={iconImage} />
    ) : (
      <ReleasePicture
        catalog={catalog}
        first={first}
        file={picture}
        alt=""
        sizes={isWide ? WIDE_SIZES : CARD_SIZES}
        side={320}
      />
    )}
  </div>
);

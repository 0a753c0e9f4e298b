/** @jsxImportSource preact */
// Entities as cards with their picture, and their badges as tickets.
import type { VNode } from 'preact';
import { sayValue } from '../../messages/names.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconImage } from '../../ui/icons.ts';
import { DataText } from './frame.tsx';
import { type Catalog, type EntitySummary, entityPath, labelOf, type ResourcePresentation, rawPath } from './reads.ts';
import { ReleasePicture } from './release-picture.tsx';
import { difficultyOf, fileOf, keysOf, markName, textOf, valueAt } from './values.ts';

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
  readonly entity: unknown;
}

/** Tickets of the badges that an entity has. */
export function Badges({ catalog, presentation, entity }: BadgesProps): VNode | null {
  const badges = presentation.badges.flatMap((path) => {
    if (presentation.references[path] !== undefined || difficultyOf(path) !== undefined) return [];
    const value = valueAt(entity, path);
    // What is so has the name of the field; what is not so says nothing.
    if (typeof value === 'boolean')
      return value ? [{ path, text: { text: labelOf(catalog, presentation, path) }, isNumber: false }] : [];
    const text = textOf(value, catalog.slots) ?? textOf(keysOf(value).join(', '), catalog.slots);
    return text === undefined ? [] : [{ path, text, isNumber: typeof value === 'number' }];
  });
  if (badges.length === 0) return null;
  return (
    <p class="badges">
      {badges.map(({ path, text, isNumber }) => {
        const mark = fileOf(catalog.marks[markName(path, text.text)], catalog.server.id);
        return (
          <Chip key={path} ticket tone={isNumber ? 'accent' : toneOf(text.text)}>
            {mark !== undefined && (
              <img class="mark-icon" src={rawPath(catalog, mark.path)} width="16" height="16" alt="" loading="lazy" />
            )}
            {isNumber ? (
              `${labelOf(catalog, presentation, path)} ${text.text}`
            ) : (
              <DataText text={{ ...text, text: sayValue(catalog.page.locale, text.text) }} />
            )}
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
            <Badges catalog={catalog} presentation={presentation} entity={item.entity} />
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

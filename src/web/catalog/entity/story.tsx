/** @jsxImportSource preact */
// A list of spoken lines as a story: who says it, with the portrait that the line names, what is said, and the voice where there
// is a sound.

import type { VNode } from 'preact';
import { escapeText } from '../../../kernel/field-path.ts';
import { isObject } from '../../../kernel/is-object.ts';
import { STORY_MESSAGES } from '../../messages/catalog.ts';
import { fieldAt, madeValue, readField, textIn } from '../common/fields.ts';
import { DataText } from '../common/frame.tsx';
import { type Catalog, labelOf, type Names, type ResourcePresentation, rawPath } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { fileOf, keysOf, type ReleaseFile, type Text } from '../common/values.ts';

interface SpokenLine {
  readonly speaker: Text | undefined;
  readonly text: Text;
  readonly voice: ReleaseFile | undefined;
  readonly portrait: ReleaseFile | undefined;
}

const TEXT_KEY = /^(?:text|body|message|line|words|dialogue|serif)$/i;
const SPEAKER_KEY = /^(?:speaker|speakerName|targetName|windowDisplayName|characterName|name|who)$/i;
const VOICE_KEY = /^voices?(?:Ids?|Keys?)?$/;
const PORTRAIT_KEY = /^(?:portrait|face|faceImage|icon|avatar|image)$/i;
/** Resource of the voices that lines name by key. */
export const VOICES = 'voices';
const LINES_MAX = 400;

const keyOf = (line: object, key: RegExp): string | undefined => Object.keys(line).find((name) => key.test(name));

const fieldOf = (line: object, key: RegExp): unknown => {
  const found = keyOf(line, key);
  return found === undefined ? undefined : Reflect.get(line, found);
};

/** Keys of voices that the lines of these values name. */
export const voiceKeysOf = (values: readonly unknown[]): readonly string[] =>
  values.flatMap((value) =>
    Array.isArray(value) ? value.filter(isObject).flatMap((line) => keysOf(fieldOf(line, VOICE_KEY))) : [],
  );

/** The spoken lines of a field; undefined when it is no story: fewer than half of its entries say something. */
export function readStory(
  catalog: Catalog,
  presentation: ResourcePresentation,
  { path, value }: { readonly path: string; readonly value: unknown },
  names: Names,
): readonly SpokenLine[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const textAt = (line: object, key: RegExp): Text | undefined => {
    const said = fieldOf(line, key);
    if (typeof said === 'number' || typeof said === 'boolean') return undefined;
    const own = keyOf(line, key);
    return own === undefined
      ? undefined
      : textIn(said, catalog.slots, fieldAt(presentation, `${path}.${escapeText(own)}`));
  };
  const lines = value.slice(0, LINES_MAX).flatMap((line): readonly SpokenLine[] => {
    if (!isObject(line)) return [];
    const text = textAt(line, TEXT_KEY);
    if (text === undefined) return [];
    const [key] = keysOf(fieldOf(line, VOICE_KEY));
    const picture = keyOf(line, PORTRAIT_KEY);
    const portrait =
      picture === undefined
        ? undefined
        : fileOf(
            madeValueAt(presentation, `${path}.${escapeText(picture)}`, Reflect.get(line, picture)),
            catalog.server.id,
          );
    return [
      {
        text,
        speaker: textAt(line, SPEAKER_KEY),
        voice: voiceOf(catalog, key, names),
        portrait: portrait?.kind === 'picture' ? portrait : undefined,
      },
    ];
  });
  const hasSpeakers = lines.some(({ speaker }) => speaker !== undefined);
  return hasSpeakers && lines.length * 2 >= Math.min(value.length, LINES_MAX) ? lines : undefined;
}

/** The value of a field of a line, as a release path where its declaration has a template. */
function madeValueAt(presentation: ResourcePresentation, path: string, value: unknown): unknown {
  const field = fieldAt(presentation, path);
  return field === undefined ? value : madeValue(field, { id: '', entity: undefined }, value);
}

/** The sound of a voice: the value itself, or the sound of the entity that it names. */
function voiceOf(catalog: Catalog, key: string | undefined, names: Names): ReleaseFile | undefined {
  if (key === undefined) return undefined;
  const presentation = catalog.presentations[VOICES];
  const entity = names.get(`${VOICES}/${key}`)?.entity;
  const file =
    fileOf(key, catalog.server.id) ??
    (presentation && fileOf(readField(presentation, { id: key, entity }, presentation.audio), catalog.server.id));
  return file?.kind === 'sound' ? file : undefined;
}

export interface StoryProps {
  readonly catalog: Catalog;
  readonly presentation: ResourcePresentation;
  readonly path: string;
  readonly total: number;
  readonly lines: readonly SpokenLine[];
}

export function Story({ catalog, presentation, path, total, lines }: StoryProps): VNode {
  const say = catalog.page.sayFrom(STORY_MESSAGES);
  const heading = `story-${path}`;
  return (
    <section class="stack" aria-labelledby={heading}>
      <h2 id={heading}>{labelOf(catalog, presentation, path)}</h2>
      <ol class="story plain-list">
        {lines.map(({ speaker, text, voice, portrait }, index) => (
          <li key={index} class={portrait === undefined ? undefined : 'story-with-portrait'}>
            {portrait !== undefined && (
              <span class="story-portrait">
                <ReleasePicture catalog={catalog} file={portrait} alt="" sizes="72px" side={72} />
              </span>
            )}
            {speaker !== undefined && (
              <p class="story-speaker">
                <DataText text={speaker} />
              </p>
            )}
            <p class="story-text">
              <DataText text={text} />
            </p>
            {voice !== undefined && (
              // biome-ignore lint/a11y/useMediaCaption: the line above is what the voice says
              <audio
                controls
                preload="none"
                src={rawPath(catalog, voice.path)}
                aria-label={say('voice', { number: index + 1 })}
              />
            )}
          </li>
        ))}
      </ol>
      {total > LINES_MAX && <p class="meta">{say('more', { count: total - LINES_MAX })}</p>}
    </section>
  );
}

/** @jsxImportSource preact */
// The submitted content: its text with the places where rules match, pictures and films (blurred until shown), and its
// versions.
import type { ComponentChildren, VNode } from 'preact';
import { Button } from '../../ui/button.tsx';
import { LineDiff } from '../../ui/diff/line-diff.tsx';
import { iconEye, iconEyeOff } from '../../ui/icons.ts';
import type { Desk } from './desk.ts';
import { Moment } from './moment.tsx';
import { sayWhy } from './reasons.ts';
import { type Context, type DeskSpoken, TEXTS } from './shapes.ts';

export interface SubmittedProps {
  readonly desk: Desk;
  readonly context: Context;
  /** Path of the instance below its origin. */
  readonly base: string;
}

export function Submitted({ desk, context, base, ...spoken }: SubmittedProps & DeskSpoken): VNode {
  const { say } = spoken;
  const { text, entry, revisions } = context;
  // A post is submitted as one text: its title, and below it the body.
  const named = context.place.self?.title ?? '';
  const title = named !== '' && text?.startsWith(`${named}\n`) ? named : '';
  const start = title === '' ? 0 : title.length + 1;
  const isText = TEXTS.has(entry.kind);
  return (
    <div class="stack">
      <h3>{say(entry.type === 'case' ? 'submitted' : 'present')}</h3>
      {text !== null && title !== '' && (
        <p class="desk-text-title" dir="auto">
          <MarkedText text={title} marks={marksIn(context.marks, 0, title.length)} {...spoken} />
        </p>
      )}
      {text !== null && (
        <div class="desk-text" dir="auto">
          <MarkedText text={text.slice(start)} marks={marksIn(context.marks, start, text.length)} {...spoken} />
        </div>
      )}
      {text === null && isText && <p class="meta">{say('gone')}</p>}
      {entry.kind === 'user' && <p class="desk-text">{entry.excerpt}</p>}
      <Media desk={desk} context={context} base={base} {...spoken} />
      {revisions.length > 1 && <Revisions revisions={revisions} {...spoken} />}
    </div>
  );
}

/** The marks of a part of the text, counted from its beginning. */
const marksIn = (marks: Context['marks'], start: number, end: number): Context['marks'] =>
  marks
    .filter((mark) => mark.end > start && mark.start < end)
    .map((mark) => ({ ...mark, start: Math.max(mark.start, start) - start, end: Math.min(mark.end, end) - start }));

interface MarkedTextProps {
  readonly text: string;
  readonly marks: Context['marks'];
}

function MarkedText({ text, marks, ...spoken }: MarkedTextProps & DeskSpoken): VNode {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const mark of marks) {
    parts.push(text.slice(end, mark.start));
    parts.push(
      <mark key={mark.start} title={sayWhy(spoken, mark.rule)}>
        {text.slice(mark.start, mark.end)}
      </mark>,
    );
    end = mark.end;
  }
  parts.push(text.slice(end));
  return <>{parts}</>;
}

interface Piece {
  readonly id: string;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly filmUrl: string | null;
  readonly fileUrl: string | null;
}

function piecesOf({ case: found, place, entry }: Context): readonly Piece[] {
  const file = found?.file;
  if (file != null) {
    const isPicture = file.mediaType.startsWith('image/');
    const holder = place.files.find(({ id }) => id === entry.subjectId);
    return [
      {
        id: entry.id,
        name: entry.excerpt,
        pictureUrl: isPicture ? file.contentUrl : null,
        filmUrl: holder?.filmUrl ?? null,
        fileUrl: file.contentUrl,
      },
    ];
  }
  if (entry.kind !== 'post') return [];
  return place.files.map(({ id, fileName, alt, pictureUrl, filmUrl }) => ({
    id,
    pictureUrl,
    filmUrl,
    name: alt ?? fileName,
    fileUrl: filmUrl ?? pictureUrl,
  }));
}

/** Pictures and films: blurred and grey until one asks for them. */
function Media({ desk, context, base, say }: SubmittedProps & DeskSpoken): VNode | null {
  const pieces = piecesOf(context);
  if (pieces.length === 0) return null;
  const isShown = desk.isShown.value;
  return (
    <div class="stack">
      <div class="needs-script">
        <Button
          type="button"
          icon={isShown ? iconEyeOff : iconEye}
          aria-pressed={isShown ? 'true' : 'false'}
          aria-keyshortcuts="Space"
          onClick={() => {
            desk.isShown.value = !isShown;
          }}
        >
          {say(isShown ? 'veil' : 'show')}
        </Button>
      </div>
      <ul class="plain-list desk-media">
        {pieces.map(({ id, name, pictureUrl, filmUrl, fileUrl }) => (
          <li key={id}>
            {/* The veil lies over all that could show something. */}
            <div class={isShown ? 'desk-picture' : 'desk-picture desk-veiled'} inert={!isShown}>
              {filmUrl !== null && isShown ? (
                // biome-ignore lint/a11y/useMediaCaption: what people upload has no captions
                <video
                  src={`${base}${filmUrl}`}
                  poster={pictureUrl === null ? undefined : `${base}${pictureUrl}`}
                  controls
                  preload="none"
                />
              ) : (
                pictureUrl !== null && <img src={`${base}${pictureUrl}`} alt={name} decoding="async" />
              )}
            </div>
            {fileUrl !== null && (
              <p class="meta">
                {name} · <a href={`${base}${fileUrl}`}>{say('original')}</a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Revisions({ revisions, say, locale }: DeskSpoken & { readonly revisions: Context['revisions'] }): VNode {
  return (
    <details>
      <summary>{say('revisions')}</summary>
      <ol class="plain-list stack">
        {revisions.slice(0, -1).map((after, index) => (
          <li key={after.revision} class="stack">
            <p class="meta">
              {say('revision', { number: after.revision })} · <Moment at={after.createdAt} locale={locale} />
            </p>
            <LineDiff
              locale={locale}
              before={revisions[index + 1]?.text ?? ''}
              after={after.text}
              added={say('added')}
              removed={say('removed')}
            />
          </li>
        ))}
      </ol>
    </details>
  );
}

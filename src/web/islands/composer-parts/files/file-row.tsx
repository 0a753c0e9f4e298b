/** @jsxImportSource preact */
// One file of the media tray: its picture, its state in words, what can be done with it, and what it shows.
import type { VNode } from 'preact';
import { Icon } from '../../../ui/icon.tsx';
import { iconImage, iconVideo } from '../../../ui/icons.ts';
import type { Figures } from '../common/figures.ts';
import { type ComposeFile, LIMITS } from '../common/store.ts';
import type { ComposerSay, ComposerWord } from '../common/words.ts';
import { explainFile } from './file-reasons.ts';
import type { Uploader } from './uploader.ts';

export interface FileRowProps {
  readonly file: ComposeFile;
  readonly place: number;
  readonly count: number;
  readonly uploader: Uploader;
  readonly say: ComposerSay;
  readonly figures: Figures;
  readonly onChooseAgain: () => void;
  /** The description was written to its end. */
  readonly onDescribed: (file: ComposeFile) => void;
  readonly onRemove: (file: ComposeFile) => void;
}

const DONE: ReadonlySet<string> = new Set(['ready', 'review', 'rejected', 'failed', 'cancelled']);

export function FileRow(props: FileRowProps): VNode {
  const { file, place, count, uploader, say, figures, onChooseAgain, onDescribed, onRemove } = props;
  const { key, fileName, phase } = file;
  const state = describeFile(file, say, figures);
  const isExamined = phase === 'examining';
  const act = (word: ComposerWord, run: () => void, isOff = false): VNode => (
    <button
      type="button"
      class="button button-quiet composer-file-act"
      aria-label={say('fileOf', { act: say(word), name: fileName })}
      disabled={isOff}
      onClick={run}
    >
      {say(word)}
    </button>
  );
  return (
    <li class="composer-file" data-phase={phase}>
      <div class="composer-file-picture">
        {file.picture === undefined ? (
          <Icon shape={/\.(mp4|m4v|mov|qt|webm)$/i.test(fileName) ? iconVideo : iconImage} />
        ) : (
          <img src={file.picture} alt="" width={96} height={96} decoding="async" />
        )}
      </div>
      <div class="composer-file-text">
        <p class="composer-file-name">
          <bdi>{fileName}</bdi>
        </p>
        <p class="composer-file-state">{state}</p>
        {!DONE.has(phase) && (
          <progress
            aria-label={say('fileProgressOf', { name: fileName })}
            max={isExamined ? 1 : Math.max(1, file.size)}
            value={isExamined ? file.examined : file.sentBytes}
          />
        )}
        <p class="meta">{figuresOf(file, say, figures)}</p>
      </div>
      <div class="composer-file-acts">
        {file.isPausable && act('filePause', () => uploader.toggle(key))}
        {phase === 'waiting' && act('fileHurry', () => uploader.queue.hurry())}
        {phase === 'paused' && act('fileResume', () => uploader.toggle(key))}
        {phase === 'unfinished' && act('fileChooseAgain', onChooseAgain)}
        {file.isRepeatable && act('fileAgain', () => uploader.retry(key))}
        {count > 1 && act('fileEarlier', () => uploader.move(key, -1), place === 0)}
        {count > 1 && act('fileLater', () => uploader.move(key, 1), place === count - 1)}
        {act('fileRemove', () => onRemove(file))}
      </div>
      {phase === 'ready' && (
        <div class="field composer-file-alt">
          <label for={`alt-${key}`}>{say('fileOf', { act: say('fileAlt'), name: fileName })}</label>
          <input
            id={`alt-${key}`}
            class="input"
            dir="auto"
            maxLength={LIMITS.alt}
            value={file.alt}
            aria-describedby="files-alt-hint"
            onInput={(event) => uploader.describe(key, event.currentTarget.value)}
            onChange={(event) => onDescribed({ ...file, alt: event.currentTarget.value })}
          />
        </div>
      )}
    </li>
  );
}

/** The state of a file in words. */
export function describeFile(file: ComposeFile, say: ComposerSay, figures: Figures): string {
  const share = figures.share(file.sentBytes, file.size);
  const reason = (): string => explainFile(file.code, say);
  switch (file.phase) {
    case 'queued':
      return say('fileQueued');
    case 'sending':
      return say('fileSending', { share });
    case 'waiting':
      return say('fileWaiting', {
        reason: reason(),
        seconds: figures.duration(Math.max(0, (file.until - Date.now()) / 1000)),
      });
    case 'paused':
      return say('filePaused', { share });
    case 'unfinished':
      return say('fileUnfinished', { share });
    case 'finishing':
      return say('fileFinishing');
    case 'examining':
      return say('fileExamining', { share: figures.share(file.examined, 1) });
    case 'ready':
      return say('fileReady');
    case 'review':
      return say('fileReview');
    case 'rejected':
      return say('fileRejected', { reason: reason() });
    case 'failed':
      return say('fileFailed', { reason: reason() });
    case 'cancelled':
      return say('fileCancelled');
  }
}

function figuresOf({ phase, sentBytes, size, rate }: ComposeFile, say: ComposerSay, figures: Figures): string {
  if (!['sending', 'paused', 'unfinished', 'waiting'].includes(phase)) return figures.bytes(size);
  const amount = say('fileAmount', { sent: figures.bytes(sentBytes), total: figures.bytes(size) });
  if (phase !== 'sending' || rate <= 0) return amount;
  const left = say('fileLeft', { time: figures.duration((size - sentBytes) / rate) });
  return [amount, say('fileRate', { rate: figures.bytes(rate) }), left].join(' · ');
}

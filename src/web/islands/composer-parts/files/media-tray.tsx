/** @jsxImportSource preact */
// The files of a post: chosen, dropped, pasted or taken with the camera; each with its progress and what can be done. The
// uploads themselves are in uploader.ts, which is loaded with the first file.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Locale } from '../../../../kernel/names.ts';
import { call } from '../../../client/call.ts';
import { showToast } from '../../../client/toast.ts';
import { createFigures } from '../common/figures.ts';
import { type ComposeFile, type ComposeStore, LIMITS } from '../common/store.ts';
import type { ComposerSpoken } from '../common/words.ts';
import type { DeviceStorage } from '../draft/device.ts';
import { describeFile, FileRow } from './file-row.tsx';
import type { Uploader } from './uploader.ts';

export interface MediaTrayProps extends ComposerSpoken {
  readonly store: ComposeStore;
  readonly device: DeviceStorage;
  readonly account: string;
  readonly locale: Locale;
  readonly onSignedOut: () => void;
}

const KINDS: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/heic': 'HEIC',
  'image/heif': 'HEIF',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
};

/** Not every system knows the types of these extensions. */
const PICTURES = 'image/*,.heic,.heif';
const FILMS = 'video/*,.mov,.webm';

interface Policy {
  readonly limits: { readonly fileBytes: number };
  readonly mediaTypes: readonly string[];
}

export function MediaTray({ store, device, account, locale, onSignedOut, words, say }: MediaTrayProps): VNode {
  const figures = createFigures(locale);
  const [policy, setPolicy] = useState<Policy | undefined>(undefined);
  const [uploader, setUploader] = useState<Uploader | undefined>(undefined);
  const opening = useRef<Promise<Uploader> | undefined>(undefined);
  const [news, setNews] = useState('');
  const [isAway, setAway] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const online = store.isOnline.value;
  const isSignedOut = store.isSignedOut.value;

  const onEnd = (file: ComposeFile): void => {
    setNews(say(words.fileNews, { name: file.fileName, state: describeFile(file, words, say, figures) }));
    if (file.phase === 'ready' && file.alt !== '') void storeAlt(file);
  };
  const storeAlt = async ({ id, alt }: ComposeFile): Promise<void> => {
    if (id === undefined) return;
    const answer = await call('PATCH /api/v1/community/attachments/{attachmentId}', {
      params: { attachmentId: id },
      body: { alt: alt.trim() === '' ? null : alt },
    });
    if (!answer.ok) showToast(say(words.fileAltFailed), { kind: 'error' });
  };
  const open = (): Promise<Uploader> | undefined => {
    opening.current ??= import('./uploader.ts')
      .then(({ openUploader }) => openUploader({ store, storage: device.storage, account, onSignedOut, onEnd }))
      .then((opened) => {
        setUploader(opened);
        return opened;
      });
    opening.current.catch(() => {
      opening.current = undefined;
      setAway(true);
    });
    return opening.current;
  };
  const add = async (chosen: readonly File[]): Promise<void> => {
    if (policy === undefined || chosen.length === 0) return;
    const isWhole = await open()
      ?.then((opened) => opened.add(chosen))
      .catch(() => true);
    if (isWhole === false) showToast(say(words.fileFull, { count: LIMITS.files }), { kind: 'error' });
  };
  const remove = (file: ComposeFile): void => {
    const rows = [...(list.current?.children ?? [])];
    const place = store.files.value.findIndex(({ key }) => key === file.key);
    const next = rows[place + 1] ?? rows[place - 1];
    uploader?.remove(file.key);
    // The focus was on what is gone now.
    (next?.querySelector('button') ?? chooser.current)?.focus();
  };

  useEffect(() => {
    if (policy !== undefined) return;
    void call('GET /api/v1/community/uploads/policy', {}).then((answer) => {
      if (answer.ok) setPolicy(answer.body);
      setAway(!answer.ok);
    });
    // Asked again when the connection is back.
  }, [online]);
  useEffect(() => () => void opening.current?.then((opened) => opened.close()).catch(() => undefined), []);

  const recalled = store.recalled.value;
  useEffect(() => {
    if (recalled.length === 0 || isSignedOut || !online) return;
    void open()
      ?.then((opened) => opened.recall(recalled))
      .catch(() => undefined);
  }, [recalled, isSignedOut, online]);
  useEffect(() => {
    if (!isSignedOut) uploader?.resume();
  }, [isSignedOut]);

  const latest = useRef(add);
  latest.current = add;
  useEffect(() => watchPage((chosen) => void latest.current(chosen)), []);

  const types = policy?.mediaTypes ?? [];
  const kinds = [...new Set(types.map((type) => KINDS[type] ?? type))].join(', ');
  // By kind, so that phones offer their albums; the service says what it refuses.
  const accept = types.some((type) => type.startsWith('video/')) ? `${PICTURES},${FILMS}` : PICTURES;
  const rows = store.files.value;
  const take = (event: { readonly currentTarget: HTMLInputElement }): void => {
    const chosen = [...(event.currentTarget.files ?? [])];
    // So that the same file can be chosen again.
    event.currentTarget.value = '';
    void add(chosen);
  };
  return (
    <>
      <div class="composer-drop" data-drop>
        <label class="button composer-choose" for="files">
          {say(words.fileAdd)}
        </label>
        <input
          ref={chooser}
          class="composer-chooser"
          id="files"
          type="file"
          multiple
          accept={accept}
          disabled={policy === undefined}
          aria-describedby="files-limits"
          onChange={take}
        />
        <label class="button composer-camera" for="camera">
          {say(words.fileCamera)}
        </label>
        <input
          class="composer-chooser composer-camera"
          id="camera"
          type="file"
          accept="image/*"
          capture="environment"
          disabled={policy === undefined}
          onChange={take}
        />
        <span class="composer-drop-hint field-hint">{say(words.fileDrop)}</span>
      </div>
      <p class="field-hint" id="files-limits">
        {isAway
          ? say(words.fileTrayAway)
          : policy && say(words.fileLimits, { kinds, size: figures.bytes(policy.limits.fileBytes) })}
      </p>
      {rows.length > 0 && uploader !== undefined && (
        <>
          <ul class="composer-files plain-list" ref={list} aria-label={say(words.fileFiles)}>
            {rows.map((file, place) => (
              <FileRow
                key={file.key}
                {...{ file, place, uploader, words, say, figures }}
                count={rows.length}
                onChooseAgain={() => chooser.current?.click()}
                onDescribed={(described) => void storeAlt(described)}
                onRemove={remove}
              />
            ))}
          </ul>
          {rows.some(({ phase }) => phase === 'ready') && (
            <p class="field-hint" id="files-alt-hint">
              {say(words.fileAltHint, { count: LIMITS.alt })}
            </p>
          )}
        </>
      )}
      <p class="unseen" role="status">
        {news}
      </p>
    </>
  );
}

/** Takes files that are dropped on the page or pasted into it. */
function watchPage(take: (files: readonly File[]) => void): () => void {
  const zone = (): Element | null => document.querySelector('[data-drop]');
  const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  const over = (event: DragEvent): void => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    zone()?.classList.add('composer-drop-over');
  };
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) zone()?.classList.remove('composer-drop-over');
  };
  const drop = (event: DragEvent): void => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    zone()?.classList.remove('composer-drop-over');
    take([...(event.dataTransfer?.files ?? [])]);
  };
  const paste = (event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])];
    // Programs put pictures of a copied text beside it.
    if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    take(files);
  };
  addEventListener('dragover', over);
  addEventListener('dragleave', leave);
  addEventListener('drop', drop);
  addEventListener('paste', paste);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('dragleave', leave);
    removeEventListener('drop', drop);
    removeEventListener('paste', paste);
  };
}

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
  /** Lets the reader choose a file again. */
  readonly onChooseAgain: () => void;
  /** The last file was removed. */
  readonly onEmptied: () => void;
  /** Called once, with what adds files. */
  readonly onReady: (add: (files: readonly File[]) => Promise<void>) => void;
  /** Whether files cannot be added now. */
  readonly onAway: (isAway: boolean) => void;
}

export function MediaTray(props: MediaTrayProps): VNode {
  const { store, device, account, locale, onChooseAgain, onEmptied, onReady, onAway, say } = props;
  const figures = createFigures(locale);
  const [uploader, setUploader] = useState<Uploader | undefined>(undefined);
  const opening = useRef<Promise<Uploader> | undefined>(undefined);
  const [news, setNews] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const online = store.isOnline.value;
  const isSignedOut = store.isSignedOut.value;

  const onEnd = (file: ComposeFile): void => {
    setNews(say('fileNews', { name: file.fileName, state: describeFile(file, say, figures) }));
    if (file.phase === 'ready' && file.alt !== '') void storeAlt(file);
  };
  const storeAlt = async ({ id, alt }: ComposeFile): Promise<void> => {
    if (id === undefined) return;
    const answer = await call('PATCH /api/v1/community/attachments/{attachmentId}', {
      params: { attachmentId: id },
      body: { alt: alt.trim() === '' ? null : alt },
    });
    if (!answer.ok) showToast(say('fileAltFailed'), { kind: 'error' });
  };
  const onSignedOut = (): void => {
    store.isSignedOut.value = true;
  };
  const open = (): Promise<Uploader> => {
    if (opening.current !== undefined) return opening.current;
    const made = import('./uploader.ts')
      .then(({ openUploader }) => openUploader({ store, storage: device.storage, account, onSignedOut, onEnd }))
      .then((opened) => {
        onAway(false);
        setUploader(opened);
        return opened;
      });
    opening.current = made;
    made.catch(() => {
      opening.current = undefined;
      onAway(true);
    });
    return made;
  };
  /** Rejects when files cannot be added now. */
  const add = async (chosen: readonly File[]): Promise<void> => {
    if (chosen.length === 0) return;
    const opened = await open();
    if (!(await opened.add(chosen))) showToast(say('fileFull', { count: LIMITS.files }), { kind: 'error' });
  };
  const remove = (file: ComposeFile): void => {
    const rows = [...(list.current?.children ?? [])];
    const place = store.files.value.findIndex(({ key }) => key === file.key);
    const next = rows[place + 1] ?? rows[place - 1];
    uploader?.remove(file.key);
    // The focus was on what is gone now.
    const button = next?.querySelector('button');
    if (button == null) onEmptied();
    else button.focus();
  };

  useEffect(() => () => void opening.current?.then((opened) => opened.close()).catch(() => undefined), []);

  const recalled = store.recalled.value;
  useEffect(() => {
    if (recalled.length === 0 || isSignedOut || !online) return;
    void open()
      .then((opened) => opened.recall(recalled))
      .catch(() => undefined);
  }, [recalled, isSignedOut, online]);
  useEffect(() => {
    if (!isSignedOut) uploader?.resume();
  }, [isSignedOut]);

  const latest = useRef(add);
  latest.current = add;
  useEffect(() => onReady((chosen) => latest.current(chosen)), []);

  const rows = store.files.value;
  return (
    <>
      {rows.length > 0 && uploader !== undefined && (
        <>
          <ul class="composer-files plain-list" ref={list} aria-label={say('fileFiles')}>
            {rows.map((file, place) => (
              <FileRow
                key={file.key}
                file={file}
                place={place}
                uploader={uploader}
                say={say}
                figures={figures}
                count={rows.length}
                onChooseAgain={onChooseAgain}
                onDescribed={(described) => void storeAlt(described)}
                onRemove={remove}
              />
            ))}
          </ul>
          {rows.some(({ phase }) => phase === 'ready') && (
            <p class="field-hint" id="files-alt-hint">
              {say('fileAltHint', { count: LIMITS.alt })}
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

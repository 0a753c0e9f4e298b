/** @jsxImportSource preact */
// Where files come into the post: a button, a drop, a paste, the camera. The tray that shows and uploads them is loaded with
// the first file, and with a draft that has some. The files of a stored post stand as a list until somebody changes them.
import type { ComponentType, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Locale } from '../../../../kernel/names.ts';
import type { ComposeStore } from '../common/store.ts';
import type { ComposerSpoken } from '../common/words.ts';
import type { DeviceStorage } from '../draft/device.ts';
import type { MediaTrayProps } from './media-tray.tsx';

export interface FileRules {
  /** Types that the chooser of the browser offers. */
  readonly accept: string;
  /** Names of the types, in one text. */
  readonly kinds: string;
  /** The most bytes of a file, in words. */
  readonly size: string;
}

export interface FileGateProps extends ComposerSpoken {
  readonly store: ComposeStore;
  readonly rules: FileRules;
  /** Undefined until the draft is opened. */
  readonly device: DeviceStorage | undefined;
  readonly account: string;
  readonly locale: Locale;
}

type Take = (files: readonly File[]) => void;

export function FileGate({ store, rules, device, account, locale, say }: FileGateProps): VNode {
  const [Tray, setTray] = useState<ComponentType<MediaTrayProps> | undefined>(undefined);
  const [isAway, setAway] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const early = useRef<File[]>([]);
  const tray = useRef<((files: readonly File[]) => Promise<void>) | undefined>(undefined);
  const chooser = useRef<HTMLInputElement>(null);
  /** Whether the script runs: what is chosen before the draft is opened waits for it. */
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const isOff = device === undefined;
  const recalled = store.recalled.value;
  const online = store.isOnline.value;
  const isNeeded = !isOff && (isWanted || store.awaited.value.length > 0);

  useEffect(() => {
    if (!isNeeded || Tray !== undefined) return;
    import('./media-tray.tsx').then(
      ({ MediaTray }) => {
        setAway(false);
        setTray(() => MediaTray);
      },
      () => setAway(true),
    );
    // Tried again when the connection is back.
  }, [isNeeded, online]);
  const give = async (files: readonly File[]): Promise<void> => {
    try {
      await tray.current?.(files);
    } catch {
      // The post must not go out without them.
      if (store.publishing.value.kind === 'waiting') store.publishing.value = { kind: 'idle' };
    } finally {
      store.arriving.value -= files.length;
    }
  };
  const take: Take = (files) => {
    if (files.length === 0) return;
    store.arriving.value += files.length;
    if (tray.current !== undefined) {
      void give(files);
      return;
    }
    early.current.push(...files);
    setWanted(true);
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => watchPage((files) => latest.current(files)), []);

  const choose = (event: { readonly currentTarget: HTMLInputElement }): void => {
    const chosen = [...(event.currentTarget.files ?? [])];
    // So that the same file can be chosen again.
    event.currentTarget.value = '';
    take(chosen);
  };
  const input = { class: 'composer-chooser', type: 'file', disabled: !isHere, onChange: choose } as const;
  return (
    <section class="composer-tray needs-script" aria-labelledby="files-title">
      <h2 class="field-label" id="files-title">
        {say('fileFiles')}
      </h2>
      <div class="composer-drop" data-drop>
        <label class="button composer-choose" for="files">
          {say('fileAdd')}
        </label>
        <input {...input} ref={chooser} id="files" multiple accept={rules.accept} aria-describedby="files-limits" />
        <label class="button composer-camera" for="camera">
          {say('fileCamera')}
        </label>
        <input {...input} class="composer-chooser composer-camera" id="camera" accept="image/*" capture="environment" />
        <span class="composer-drop-hint field-hint">{say('fileDrop')}</span>
      </div>
      <p class="field-hint" id="files-limits">
        {say(isAway ? 'fileTrayAway' : 'fileLimits', { kinds: rules.kinds, size: rules.size })}
      </p>
      {recalled.length > 0 && (
        <ul class="composer-kept plain-list" aria-label={say('fileFiles')}>
          {recalled.map(({ id, fileName, alt }) => (
            <li key={id}>
              <bdi>{fileName}</bdi> <span class="meta">{alt}</span>
            </li>
          ))}
        </ul>
      )}
      {recalled.length > 0 && !isNeeded && (
        <p>
          <button
            type="button"
            class="button"
            disabled={isOff}
            onClick={() => {
              setWanted(true);
              // The button goes.
              chooser.current?.focus();
            }}
          >
            {say('fileChange')}
          </button>
        </p>
      )}
      {device !== undefined && Tray !== undefined && (
        <Tray
          store={store}
          account={account}
          say={say}
          locale={locale}
          device={device}
          onChooseAgain={() => chooser.current?.click()}
          onEmptied={() => chooser.current?.focus()}
          onReady={(add) => {
            tray.current = add;
            void give(early.current.splice(0));
          }}
          onAway={setAway}
        />
      )}
    </section>
  );
}

/** Takes files that are dropped on the page or pasted into it. */
function watchPage(take: Take): () => void {
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

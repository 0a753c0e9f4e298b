/** @jsxImportSource preact */
// The text of a post: a plain text field, tools that insert Markdown source, completion of mentions and tags, and a count
// of code points.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../ui/icon.tsx';
import { iconLink, iconList } from '../../../ui/icons.ts';
import { type ComposeStore, LIMITS } from '../common/store.ts';
import type { ComposerSay } from '../common/words.ts';
import type { Completion } from './completion.ts';
import { OptionList } from './option-list.tsx';
import { findReference, type Reference } from './reference.ts';
import type { TextEdit } from './text-tools.ts';
import { TOOLS, type Tool } from './tool-names.ts';

export interface EditorProps {
  readonly store: ComposeStore;
  readonly say: ComposerSay;
  /** Whether the script runs: without it there are neither tools nor counts. */
  readonly isAlive: boolean;
  readonly error: string | undefined;
}

const COMPLETE_MS = 150;
/** The count is shown when this share of the limit is used. */
const COUNT_FROM = 0.8;
const SIGNS: Readonly<Partial<Record<Tool, string>>> = {
  bold: 'B',
  italic: 'I',
  strike: 'S',
  heading: 'H',
  quote: '❝',
  code: '<>',
};
const KEYS: Readonly<Record<string, Tool>> = { b: 'bold', i: 'italic', k: 'link' };

/** Loaded with the first focus. Undefined: without a connection. */
const loadTools = () => import('./text-tools.ts').catch(() => undefined);

export function Editor({ store, say, isAlive, error }: EditorProps): VNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const { options, active, choose, press, update, close } = useCompletion(area, store);
  const use = async (tool: Tool): Promise<void> => {
    const tools = await loadTools();
    const field = area.current;
    if (field === null || tools === undefined) return;
    const { value: text, selectionStart: start, selectionEnd: end } = field;
    replaceText(field, tools.applyTool(tool, { text, start, end }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || press(event)) return;
    const tool = event.ctrlKey || event.metaKey ? KEYS[event.key.toLowerCase()] : undefined;
    if (tool === undefined || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void use(tool);
  };
  const count = store.characters.value;
  const isOver = count > LIMITS.body;
  const described = [error === undefined ? '' : 'body-error', 'body-count', 'body-hint'].filter(Boolean).join(' ');
  return (
    <div class="field composer-editor">
      <label for="body">{say('body')}</label>
      <div class="composer-frame">
        <div class="composer-tools needs-script" role="toolbar" aria-label={say('tools')} aria-controls="body">
          {TOOLS.map((tool) => (
            <button
              key={tool}
              type="button"
              class={`composer-tool composer-tool-${tool}`}
              aria-label={say(tool)}
              title={say(tool)}
              onClick={() => void use(tool)}
            >
              {tool === 'link' || tool === 'list' ? (
                <Icon shape={tool === 'link' ? iconLink : iconList} />
              ) : (
                <span aria-hidden="true">{SIGNS[tool]}</span>
              )}
            </button>
          ))}
        </div>
        <textarea
          ref={area}
          id="body"
          name="body"
          class="input composer-body"
          dir="auto"
          rows={10}
          required
          value={store.body.value}
          aria-describedby={described}
          aria-autocomplete={isAlive ? 'list' : undefined}
          aria-controls={options.length > 0 ? 'body-options' : undefined}
          aria-activedescendant={options.length > 0 ? `body-option-${active}` : undefined}
          aria-invalid={error === undefined && !isOver ? undefined : 'true'}
          onInput={(event) => {
            store.body.value = event.currentTarget.value;
            update();
          }}
          onKeyDown={onKeyDown}
          onFocus={() => void loadTools()}
          onClick={update}
          onBlur={close}
        />
        <OptionList field="body" label={say('suggestions')} options={options} active={active} onChoose={choose} />
      </div>
      {error !== undefined && (
        <p class="field-error" id="body-error">
          {error}
        </p>
      )}
      <div class="composer-notes">
        <p class="field-hint" id="body-hint">
          {say('bodyHint')}
        </p>
        <p class={isOver ? 'composer-count field-error' : 'composer-count field-hint'} id="body-count">
          {isAlive && count >= LIMITS.body * COUNT_FROM
            ? say(isOver ? 'over' : 'left', { count: Math.abs(LIMITS.body - count) })
            : ''}
        </p>
      </div>
    </div>
  );
}

/** Replaces text so that the browser can undo it. */
function replaceText(field: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit): void {
  field.focus();
  field.setSelectionRange(from, to);
  // NOTE: deprecated, and the only way that keeps the undo history of the browser.
  const isDone = insert !== '' && document.execCommand('insertText', false, insert);
  if (!isDone) {
    field.setRangeText(insert, from, to, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}

interface CompletionState {
  readonly options: readonly Completion[];
  readonly active: number;
  choose(index: number): void;
  /** Whether a key was for the list. */
  press(event: KeyboardEvent): boolean;
  update(): void;
  close(): void;
}

/** Suggests people and tags for what is being written at the caret. */
function useCompletion(area: { readonly current: HTMLTextAreaElement | null }, store: ComposeStore): CompletionState {
  const [options, setOptions] = useState<readonly Completion[]>([]);
  const [active, setActive] = useState(0);
  const reference = useRef<Reference | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const close = (): void => {
    clearTimeout(timer.current);
    reference.current = undefined;
    setOptions([]);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const update = (): void => {
    const field = area.current;
    clearTimeout(timer.current);
    const found = field === null ? undefined : findReference(field.value, field.selectionStart);
    if (found === undefined || field?.selectionStart !== field?.selectionEnd) {
      close();
      return;
    }
    reference.current = found;
    timer.current = setTimeout(async () => {
      // Loaded with the first mention or tag. Without a connection there is nothing to suggest.
      const parts = await import('./completion.ts').catch(() => undefined);
      const completions = (await parts?.completeReference(found)) ?? [];
      // Something else was written meanwhile.
      if (reference.current !== found) return;
      setActive(0);
      setOptions(completions);
    }, COMPLETE_MS);
  };
  const choose = (index: number): void => {
    const field = area.current;
    const [option, found] = [options[index], reference.current];
    if (field === null || option === undefined || found === undefined) return;
    const insert = `${option.text} `;
    const end = found.start + insert.length;
    replaceText(field, { from: found.start, to: field.selectionStart, insert, start: end, end });
    store.body.value = field.value;
    close();
  };
  const press = (event: KeyboardEvent): boolean => {
    if (options.length === 0) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((active + step + options.length) % options.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey) choose(active);
    else if (event.key === 'Escape') close();
    else return false;
    event.preventDefault();
    return true;
  };
  return { options, active, choose, press, update, close };
}

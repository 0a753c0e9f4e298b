/** @jsxImportSource preact */
// The tags of a post: a plain field without script; with it tags and a field with suggestions in one frame, which stays as
// high as it is when a tag is added, so that nothing below moves away from under a pointer.
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '../../../ui/icon.tsx';
import { iconX } from '../../../ui/icons.ts';
import { splitTags } from '../common/content.ts';
import { type ComposeStore, joinTags, LIMITS } from '../common/store.ts';
import type { ComposerSay } from '../common/words.ts';
import type { Completion } from './completion.ts';
import { OptionList } from './option-list.tsx';

export interface TagsProps {
  readonly store: ComposeStore;
  readonly say: ComposerSay;
  readonly isAlive: boolean;
  readonly error: string | undefined;
}

const LOOK_MS = 150;
const COMMAS = /[,，、\n]/;

export function Tags({ store, say, isAlive, error }: TagsProps): VNode {
  /** All that the field holds while it is a plain one. */
  const [plain, setPlain] = useState(store.tags.value.join(', '));
  const [options, setOptions] = useState<readonly Completion[]>([]);
  const [active, setActive] = useState(-1);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const tags = store.tags.value;
  const written = store.tagLine.value;
  const isFull = tags.length >= LIMITS.tags;

  const close = (): void => {
    clearTimeout(timer.current);
    setOptions([]);
    setActive(-1);
  };
  const add = (line: string): void => {
    store.tags.value = joinTags(tags, line);
    store.tagLine.value = '';
    close();
  };
  const remove = (tag: string): void => {
    store.tags.value = tags.filter((other) => other !== tag);
    field.current?.focus();
  };
  const write = (text: string): void => {
    if (!isAlive) {
      // The last one may still be typed.
      const end = Math.max(...[',', '，', '、'].map((comma) => text.lastIndexOf(comma))) + 1;
      setPlain(text);
      store.tags.value = joinTags([], text.slice(0, end));
      store.tagLine.value = text.slice(end).trimStart();
      return;
    }
    if (COMMAS.test(text)) {
      add(text);
      return;
    }
    store.tagLine.value = text;
    clearTimeout(timer.current);
    const query = splitTags(text)[0];
    if (query === undefined) {
      close();
      return;
    }
    timer.current = setTimeout(async () => {
      const parts = await import('./completion.ts').catch(() => undefined);
      const found = (await parts?.findTags(query)) ?? [];
      setActive(-1);
      setOptions(found.filter(({ key }) => !store.tags.value.includes(key)));
    }, LOOK_MS);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0) setActive((active + step + options.length) % options.length);
    else if (event.key === 'Enter' && isAlive) add(options[active]?.text ?? written);
    else if (event.key === 'Enter') event.preventDefault();
    else if (event.key === 'Escape' && options.length > 0) close();
    else if (event.key === 'Backspace' && isAlive && written === '' && tags.length > 0)
      store.tags.value = tags.slice(0, -1);
    else return;
    event.preventDefault();
  };

  return (
    <div class="field composer-tags">
      <label for="tags">{say('tags')}</label>
      <div class="input composer-tag-frame">
        {isAlive && tags.length > 0 && (
          <ul class="plain-list" aria-label={say('tags')}>
            {tags.map((tag) => (
              <li key={tag}>
                <button
                  type="button"
                  class="chip composer-tag"
                  aria-label={say('removeTag', { tag })}
                  onClick={() => remove(tag)}
                >
                  #<bdi>{tag}</bdi>
                  <Icon shape={iconX} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={field}
          id="tags"
          name="tags"
          dir="auto"
          autocomplete="off"
          autocapitalize="none"
          value={isAlive ? written : plain}
          disabled={isAlive && isFull}
          aria-describedby={error === undefined ? 'tags-hint' : 'tags-error tags-hint'}
          aria-invalid={error === undefined ? undefined : 'true'}
          {...(isAlive
            ? {
                role: 'combobox',
                'aria-expanded': options.length > 0,
                'aria-autocomplete': 'list' as const,
                'aria-controls': 'tags-options',
                'aria-activedescendant': active < 0 ? undefined : `tags-option-${active}`,
              }
            : {})}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={press}
          onBlur={close}
        />
      </div>
      <OptionList
        field="tags"
        label={say('suggestions')}
        options={options}
        active={active}
        onChoose={(index) => add(options[index]?.text ?? '')}
      />
      {error !== undefined && (
        <p class="field-error" id="tags-error">
          {error}
        </p>
      )}
      <p class="field-hint" id="tags-hint">
        {say('tagsHint', { count: LIMITS.tags })}
      </p>
    </div>
  );
}

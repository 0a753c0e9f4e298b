/** @jsxImportSource preact */
// The tags of a post: a plain field without script; with it a list of tags and a field with suggestions.
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Say, Words } from '../../../messages/say.ts';
import { Icon } from '../../../ui/icon.tsx';
import { iconX } from '../../../ui/icons.ts';
import { type ComposeStore, LIMITS } from '../common/store.ts';
import type { ComposerWord } from '../common/words.ts';
import { type Completion, findTags } from './completion.ts';
import { OptionList } from './option-list.tsx';
import { splitTags } from './text-tools.ts';

export interface TagsProps {
  readonly store: ComposeStore;
  readonly words: Words<ComposerWord>;
  readonly say: Say;
  readonly isAlive: boolean;
  readonly error: string | undefined;
}

const LOOK_MS = 150;

export function Tags({ store, words, say, isAlive, error }: TagsProps): VNode {
  const [written, setWritten] = useState('');
  const [options, setOptions] = useState<readonly Completion[]>([]);
  const [active, setActive] = useState(-1);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const tags = store.tags.value;
  const isFull = tags.length >= LIMITS.tags;

  const close = (): void => {
    clearTimeout(timer.current);
    setOptions([]);
    setActive(-1);
  };
  const add = (line: string): void => {
    const wanted = splitTags(line).filter((tag) => !tags.includes(tag));
    store.tags.value = [...tags, ...wanted].slice(0, LIMITS.tags);
    setWritten('');
    close();
  };
  const remove = (tag: string): void => {
    store.tags.value = tags.filter((other) => other !== tag);
    field.current?.focus();
  };
  const write = (text: string): void => {
    if (/[,、，;；\n]/.test(text)) {
      add(text);
      return;
    }
    setWritten(text);
    clearTimeout(timer.current);
    const query = splitTags(text)[0];
    if (query === undefined) {
      close();
      return;
    }
    timer.current = setTimeout(async () => {
      const found = await findTags(query);
      setActive(-1);
      setOptions(found.filter(({ key }) => !store.tags.value.includes(key)));
    }, LOOK_MS);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0) setActive((active + step + options.length) % options.length);
    else if (event.key === 'Enter') add(options[active]?.text ?? written);
    else if (event.key === 'Escape' && options.length > 0) close();
    else if (event.key === 'Backspace' && written === '' && tags.length > 0) store.tags.value = tags.slice(0, -1);
    else return;
    event.preventDefault();
  };

  return (
    <div class="field composer-tags">
      <label for="tags">{say(words.tags)}</label>
      {isAlive && tags.length > 0 && (
        <ul class="plain-list row" aria-label={say(words.tags)}>
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                class="chip composer-tag"
                aria-label={say(words.removeTag, { tag })}
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
        class="input"
        dir="auto"
        autocomplete="off"
        autocapitalize="none"
        value={isAlive ? written : tags.join(', ')}
        disabled={isAlive && isFull}
        aria-describedby={error === undefined ? 'tags-hint' : 'tags-error tags-hint'}
        {...(error === undefined ? {} : { 'aria-invalid': 'true' as const })}
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
        onBlur={() => (written.trim() === '' ? close() : add(written))}
      />
      <OptionList
        field="tags"
        label={say(words.suggestions)}
        {...{ options, active }}
        onChoose={(index) => add(options[index]?.text ?? '')}
      />
      {error !== undefined && (
        <p class="field-error" id="tags-error">
          {error}
        </p>
      )}
      <p class="field-hint" id="tags-hint">
        {say(words.tagsHint, { count: LIMITS.tags })}
      </p>
    </div>
  );
}

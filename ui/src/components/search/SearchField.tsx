import { type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyWithRetry } from '../lazyWithRetry';

const Suggestions = lazyWithRetry(() => import('./Suggestions'), { isOptional: true });

type Props = {
  text: string;
  setText: (text: string) => void;
  /** The name for screen readers. */
  label: string;
  placeholder: string;
  className: string | undefined;
  /** Whether the page itself lists the results: only operators are completed. */
  isOnList: boolean;
  /** The key that focuses the field. */
  shortcut?: string;
  /** Runs on Enter, unless a suggestion is selected. */
  search?: () => void;
  /** Stands before the field. */
  icon?: ReactNode;
};

/** A field for a search, with suggestions below it that close when the focus leaves it. */
export function SearchField(props: Props) {
  const { text, setText, label, placeholder, className, isOnList, shortcut, search, icon } = props;
  const { key, pathname } = useLocation();
  /** Where the suggestions are open, and whether with all operators. Typing on the list changes its entry of the history. */
  const [opened, setOpened] = useState<{ place?: string; isAll?: boolean }>({});
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const place = isOnList ? pathname : key;
  const isOpen = opened.place === place && (opened.isAll || text.trim());
  const open = (isAll: boolean) => setOpened({ place, isAll });
  const close = () => setOpened({});
  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          search?.();
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) close();
        }}
      >
        {icon}
        <input
          ref={setInput}
          type="search"
          className="form-control"
          dir="auto"
          placeholder={placeholder}
          aria-label={label}
          aria-keyshortcuts={shortcut}
          autoComplete="off"
          role="combobox"
          aria-autocomplete="list"
          // The suggestions say that they are open.
          aria-expanded={false}
          value={text}
          onFocus={Suggestions.preload}
          onChange={(event) => {
            setText(event.target.value);
            open(false);
          }}
          onKeyDown={({ key }) => key === 'ArrowDown' && open(true)}
        />
        {shortcut && <kbd>{shortcut}</kbd>}
        <Suspense>
          {isOpen && input && (
            <Suggestions
              text={text}
              setText={setText}
              input={input}
              isAll={opened.isAll}
              isOnList={isOnList}
              open={open}
              close={close}
            />
          )}
        </Suspense>
      </form>
    </search>
  );
}

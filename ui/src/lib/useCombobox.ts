import { type MouseEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { isComposing } from './isComposing';

type Options = {
  /** The text field, which keeps the focus. */
  field: HTMLElement | null;
  /** The name of the list. */
  label: string;
  /** The options in their order, each once. Empty while the list is closed. */
  options: string[];
  /** Whether the first option is active from the start. Otherwise the text comes before it, as a place of its own. */
  startsWithFirst?: boolean;
  picksWithTab?: boolean;
  /** Whether the options are those of an earlier text: keys do not pick them, but a click does. */
  isStale?: boolean;
  pick: (option: string) => void;
  /** Runs on an arrow key while there are no options. */
  open?: () => void;
  /** Runs on Escape while there are options. */
  close?: () => void;
};

/**
 * Adds a list of options to a text field, by the combobox pattern of the ARIA Authoring Practices: arrow keys move
 * through the list, Enter picks, Escape closes, and all other keys are for the text. Returns the attributes of the list
 * and of each option. The field itself says that it is a combobox, and whether it is expanded.
 */
export function useCombobox({ field, label, options, startsWithFirst, picksWithTab, isStale, ...on }: Options) {
  const id = useId();
  const [selected, select] = useState<string>();
  const active = options.find((option) => option === selected) ?? (startsWithFirst ? options[0] : undefined);
  const idOf = (option: string) => `${id}-${option}`;
  const take = (option: string) => {
    select(undefined);
    on.pick(option);
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (shiftKey || ctrlKey || metaKey || altKey || isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const isShown = options.length > 0;
    if (step && isShown) {
      const places: (string | undefined)[] = startsWithFirst ? options : [undefined, ...options];
      const next = places[(places.indexOf(active) + step + places.length) % places.length];
      select(next);
      if (next) document.getElementById(idOf(next))?.scrollIntoView?.({ block: 'nearest' });
    } else if (step && on.open) on.open();
    else if (active && (key === 'Enter' || (picksWithTab && key === 'Tab'))) {
      if (!isStale) take(active);
    } else {
      select(undefined);
      if (key !== 'Escape' || !isShown || !on.close) return;
      on.close();
    }
    // The form does not send, and the dialog around it stays open.
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    if (!field) return undefined;
    const onKeyDown = (event: KeyboardEvent) => press(event);
    const reset = () => select(undefined);
    field.addEventListener('keydown', onKeyDown);
    field.addEventListener('input', reset);
    field.addEventListener('blur', reset);
    return () => {
      field.removeEventListener('keydown', onKeyDown);
      field.removeEventListener('input', reset);
      field.removeEventListener('blur', reset);
    };
  }, [field]);
  useAttribute(field, 'aria-controls', options.length > 0 && id);
  useAttribute(field, 'aria-activedescendant', active !== undefined && idOf(active));

  return {
    list: {
      id,
      role: 'listbox',
      'aria-label': label,
      // The field keeps the focus.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    },
    option: (option: string) => ({
      id: idOf(option),
      role: 'option',
      tabIndex: -1,
      'aria-selected': option === active,
      onClick: () => take(option),
    }),
  };
}

/** Sets an attribute of an element, which another component may render, while there is a value. */
export function useAttribute(element: HTMLElement | null, name: string, value: string | false) {
  useEffect(() => {
    if (!element || !value) return undefined;
    element.setAttribute(name, value);
    return () => element.removeAttribute(name);
  }, [element, name, value]);
}

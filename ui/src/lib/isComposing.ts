/**
 * Whether a key is part of what an input method composes. The one that ends it Safari tells of when it has ended
 * already, with a code of its own.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

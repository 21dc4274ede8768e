/**
 * Returns whether a key event belongs to an input method's composition. Safari reports the key that
 * ends it after its end, with a key code of its own.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

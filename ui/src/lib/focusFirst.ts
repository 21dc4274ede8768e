/** The `ref` of a form that opens where one is: the keys go on in its first field. */
export const focusFirst = (form: HTMLFormElement | null): void => form?.querySelector('input')?.focus();

/** Puts a text on the clipboard and tells whether that worked: browsers allow it on secure origins alone. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

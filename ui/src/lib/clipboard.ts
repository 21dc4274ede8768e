/**
 * Copies a text to the clipboard and returns whether that worked: browsers allow it only on secure
 * origins.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

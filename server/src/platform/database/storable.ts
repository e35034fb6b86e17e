/** Returns a text as PostgreSQL can store it, which refuses NUL. */
export const storable = (text: string): string =>
  text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text

/** Names that differ only in case, width, or accent encoding count as the same name. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Names that differ in case, width or accents' encoding are one name. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

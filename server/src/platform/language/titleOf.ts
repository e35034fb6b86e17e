/**
 * Returns a file name without its extension, with separators replaced by spaces. Equivalent names give the same
 * title.
 */
export function titleOf(fileName: string): string {
  return fileName
    .normalize('NFKC')
    .replace(/\.[\p{L}\p{N}]{1,8}$/u, '')
    .replace(/_+/g, ' ')
}

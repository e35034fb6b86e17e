/** A file's name without its ending, with the marks that stand for spaces in file names; names that are one name give one title. */
export function titleOf(fileName: string): string {
  return fileName
    .normalize('NFKC')
    .replace(/\.[\p{L}\p{N}]{1,8}$/u, '')
    .replace(/_+/g, ' ')
}

/** Libraries of which only some folders can be used, by the ID of their data source. Others are used as a whole. */
export type FolderLimits = ReadonlyMap<string, readonly string[]>

export const wholeLibraries: FolderLimits = new Map()

/** Returns the limits that an agent’s links set. */
export const folderLimitsOf = (
  links: readonly { dataSourceId: string; folders: readonly string[] }[],
): FolderLimits =>
  new Map(
    links.flatMap(({ dataSourceId, folders }) =>
      folders.length > 0 ? [[dataSourceId, folders] as const] : [],
    ),
  )

/**
 * Whether a folder is one of these or in one of them. Without any, there is no limit. Only files directly at the top
 * are in the folder "". Queries use `inPermittedFolders`, which says the same.
 */
export const isInFolders = (folder: string, folders: readonly string[] | undefined): boolean =>
  !folders?.length || folders.some((one) => folder === one || (one !== '' && folder.startsWith(`${one}/`)))

/** Detects images by the browser's file type. The server decides by content. */
export const isImage = (file: Pick<File, 'type'>): boolean => file.type.startsWith('image/')

/** Detects a picture whose text was read, by its name. */
export const isNamedAsImage = (name: string): boolean => /\.(png|jpe?g|tiff?)$/i.test(name)

/** Whether the server can read the text on an image. */
export const hasReadableText = ({ type }: Pick<File, 'type'>): boolean =>
  ['image/png', 'image/jpeg', 'image/tiff'].includes(type)

/** Detects images by the browser's file type. The server decides by content. */
export const isImage = (file: Pick<File, 'type'>): boolean => file.type.startsWith('image/')

/** What a person drops in as a picture; the server decides by content. */
export const isImage = (file: Pick<File, 'type'>): boolean => file.type.startsWith('image/')

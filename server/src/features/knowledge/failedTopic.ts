/** The topic of notifications about unreadable files of a library, which are withdrawn with it. */
export const failedTopic = (dataSourceId: string): string => `failed ${dataSourceId}`

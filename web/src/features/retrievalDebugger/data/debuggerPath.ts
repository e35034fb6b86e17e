export const debuggerPath = '/admin/datasource/debugger'

/** The debugger for a library. */
export const debuggerOfLibrary = (dataSourceId: string): string =>
  `${debuggerPath}?dataSourceId=${encodeURIComponent(dataSourceId)}`

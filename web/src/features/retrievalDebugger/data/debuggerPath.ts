/** The debugger for a library. */
export const debuggerOfLibrary = (dataSourceId: string): string =>
  `/admin/datasource/debugger?dataSourceId=${encodeURIComponent(dataSourceId)}`

/** Whether the page is embedded in another one. */
export const isFramed = (): boolean => globalThis.self !== globalThis.top

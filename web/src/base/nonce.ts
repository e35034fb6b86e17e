/** The page's nonce. Import this module before notistack, which adds its styles on import. */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
// Scripts can't read the attribute, only the property.
export const nonce: string | undefined = meta?.nonce || undefined
Object.assign(window, { __nonce__: nonce })

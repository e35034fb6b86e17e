/** The page's nonce. notistack writes its styles while it is imported, so this module is imported before it. */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
// The attribute is hidden from scripts; the property is not.
export const nonce: string | undefined = meta?.nonce || undefined
Object.assign(window, { __nonce__: nonce })

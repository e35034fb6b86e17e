const users = '/admin/user'
/** The part of the account page about the user's own data. */
export const OWN_DATA = 'personalData'
export const erasuresPath = `${users}/erasures`
export const erasurePath = (erasureId: string): string => `${erasuresPath}/${encodeURIComponent(erasureId)}`

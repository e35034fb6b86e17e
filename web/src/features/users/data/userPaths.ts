export const usersPath = '/admin/user'
export const cardsPath = `${usersPath}/cards`
export const newUserPath = `${usersPath}/new`
export const accountPath = `${usersPath}/account`
const of = (userId: string) => `${usersPath}/${encodeURIComponent(userId)}`
export const userEditPath = (userId: string): string => `${of(userId)}/edit`
export const profilePath = (userId: string): string => `${of(userId)}/profile`

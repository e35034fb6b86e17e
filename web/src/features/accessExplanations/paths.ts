export const personPath = (userId: string): string => `/admin/user/${encodeURIComponent(userId)}/profile`
export const rolePath = (userRoleId: string): string =>
  `/admin/userRole/${encodeURIComponent(userRoleId)}/edit`

export const rolesPath = '/admin/userRole'
export const newRolePath = `${rolesPath}/new`
export const rolePath = (userRoleId: string): string => `${rolesPath}/${encodeURIComponent(userRoleId)}/edit`
export const duplicatePath = (userRoleId: string): string =>
  `${newRolePath}?from=${encodeURIComponent(userRoleId)}`

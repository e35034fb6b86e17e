export const brandsPath = '/admin/brand'
export const editPath = (brandKey: string): string => `/admin/brand/${encodeURIComponent(brandKey)}/edit`

export const guidelinesPath = '/admin/guidelines'
export const newGuidelinesPath = `${guidelinesPath}/new`
export const templatesPath = `${guidelinesPath}/templates`
export const newTemplatePath = `${guidelinesPath}/template/new`

export const editGuidelinesPath = (guidelinesDocumentId: string): string =>
  `${guidelinesPath}/${encodeURIComponent(guidelinesDocumentId)}/edit`
export const editTemplatePath = (guidelinesTemplateId: string): string =>
  `${guidelinesPath}/template/${encodeURIComponent(guidelinesTemplateId)}/edit`
/** Path of the form for a new document with the sections of this template. */
export const newFromTemplatePath = (guidelinesTemplateId: string): string =>
  `${newGuidelinesPath}?template=${encodeURIComponent(guidelinesTemplateId)}`

/** The areas of the audit log, as the contract's endpoints name them. Their labels are the texts `area.…`. */
export const areaNames = [
  'brand',
  'gptSystem',
  'configState',
  'personalAgent',
  'agentPrompt',
  'dataSource',
  'file',
  'guidelinesDocument',
  'chatAccessPolicy',
  'userRole',
  'user',
  'instanceSettings',
  'apiKey',
  'deployment',
  'featureFlag',
  'tool',
  'auditLog',
] as const

export type Area = (typeof areaNames)[number]
export const isArea = (area: string): area is Area => areaNames.some((name) => name === area)

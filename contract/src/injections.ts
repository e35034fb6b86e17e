/** Where hidden instructions are. */
export const injectionCarriers = ['Passage', 'ToolResult', 'FileName', 'ImageText', 'WebPage'] as const
export type InjectionCarrier = (typeof injectionCarriers)[number]

/** How hidden instructions try to be followed, or to get data out. */
export const injectionTechniques = [
  'Override',
  'RolePlay',
  'FakeMessage',
  'Encoded',
  'HiddenCharacters',
  'OtherLanguage',
  'Split',
  'Link',
  'Image',
  'Markup',
  'OtherAddress',
  'Citation',
  'ToolCall',
  'Instructions',
  'Memory',
  'Deception',
] as const
export type InjectionTechnique = (typeof injectionTechniques)[number]

export const personalEditorPath = (configStateId: string): string =>
  `/chat/agents/configstate/${encodeURIComponent(configStateId)}/edit`

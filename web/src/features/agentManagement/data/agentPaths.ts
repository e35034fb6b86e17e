export const agentsPath = '/admin/gptsystem'
export const newAgentPath = `${agentsPath}/new`
/** Starts an agent from a website or files. With an ID, shows how far that is. */
export const guidedAgentPath = `${agentsPath}/guided`
export const setupPath = (setupId: string): string => `${guidedAgentPath}/${encodeURIComponent(setupId)}/edit`
export const editAgentPath = (gptSystemId: string): string =>
  `${agentsPath}/${encodeURIComponent(gptSystemId)}/edit`
export const publishAgentPath = (gptSystemId: string): string =>
  `${agentsPath}/${encodeURIComponent(gptSystemId)}/publish`
export const publicPageOfAgentPath = (gptSystemId: string): string =>
  `${agentsPath}/${encodeURIComponent(gptSystemId)}/publicPage`
export const agentLookPath = (gptSystemId: string): string =>
  `${agentsPath}/${encodeURIComponent(gptSystemId)}/ux`
export const promptsOfAgentPath = (gptSystemId: string): string =>
  `${agentsPath}/${encodeURIComponent(gptSystemId)}/prompts`
export const limitsOfAgentPath = (gptSystemId: string): string =>
  `${agentsPath}/${encodeURIComponent(gptSystemId)}/limits`
export const testsOfAgentPath = (gptSystemId: string): string =>
  `${agentsPath}/${encodeURIComponent(gptSystemId)}/tests`
export const debuggerOfAgentPath = (gptSystemId: string): string =>
  `${agentsPath}/${encodeURIComponent(gptSystemId)}/debugger`
export const configStatePath = (stateId: string): string =>
  `${agentsPath}/configstate/${encodeURIComponent(stateId)}/edit`

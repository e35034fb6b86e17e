import type { InstanceTool } from '@parlance/contract/instanceSettings'
import type { z } from 'zod'
import type { SandboxState } from '../../platform/sandbox/programs.ts'
import type { ToolRow } from './store.ts'

export type ToolSetting = z.infer<typeof InstanceTool>
export type ToolName = ToolSetting['tool']

const names: readonly ToolName[] = [
  'FileSearch',
  'CodeInterpreter',
  'Vision',
  'WebSearch',
  'ImageGeneration',
  'Documents',
]
/** The tools that this version includes; the others are shown as not available. */
const present: readonly ToolName[] = ['FileSearch', 'Vision', 'Documents']

/** What the availability of tools depends on, beside their own settings. */
export interface ToolNeeds {
  hasSearchKey: boolean
  hasImageDeployment: boolean
  /** Where code can run. */
  sandbox: Pick<SandboxState, 'state' | 'missing'>
  /** Whether only approved tools can be used. */
  onlyApproved: boolean
}

/** Returns where code can run. It isn’t sent elsewhere while personal data is redacted for providers. */
export const codeStateOf = (
  sandbox: ToolNeeds['sandbox'],
  { isElsewhere, redacts }: { isElsewhere: boolean; redacts: boolean },
): ToolNeeds['sandbox'] =>
  isElsewhere && redacts ? { state: 'NotConfigured', missing: ['redaction'] } : sandbox

/** Returns all tools: as they were set, or enabled and not approved. Web search needs a search provider, and images a deployment. */
export function toolsWith(rows: readonly ToolRow[], needs: ToolNeeds): readonly ToolSetting[] {
  const { sandbox, onlyApproved } = needs
  return names.map((tool) => {
    const row = rows.find(({ name }) => name === tool)
    const { enabled, approved, version } = row ?? { enabled: true, approved: false, version: 0 }
    const found = foundOf(tool, needs)
    const isMissing = onlyApproved && !approved
    const state = found === 'NotConfigured' ? found : !enabled ? 'Off' : isMissing ? 'NotApproved' : found
    const missing = tool === 'CodeInterpreter' ? sandbox.missing : []
    return { tool, state, missing, enabled, approved, version }
  })
}

/** Returns whether a tool could be used, whatever its settings say. */
function foundOf(
  tool: ToolName,
  { hasSearchKey, hasImageDeployment, sandbox }: ToolNeeds,
): SandboxState['state'] {
  if (tool === 'CodeInterpreter') return sandbox.state
  const configured = { WebSearch: hasSearchKey, ImageGeneration: hasImageDeployment } as Partial<
    Record<ToolName, boolean>
  >
  return (configured[tool] ?? present.includes(tool)) ? 'Available' : 'NotConfigured'
}

/** Whether answers use a tool in this state. */
export const isUsable = (state: ToolSetting['state']): boolean => state === 'Available' || state === 'Reduced'

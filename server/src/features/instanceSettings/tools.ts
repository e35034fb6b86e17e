import type { InstanceTool } from '@parlance/contract/instanceSettings'
import type { z } from 'zod'
import type { ToolRow } from './store.ts'

export type ToolSetting = z.infer<typeof InstanceTool>
export type ToolName = ToolSetting['tool']

const names: readonly ToolName[] = ['FileSearch', 'CodeInterpreter', 'Vision', 'WebSearch', 'ImageGeneration']
/** The tools that this version includes; the others are shown as not available. */
const present: readonly ToolName[] = ['FileSearch', 'Vision']

/** What the availability of tools depends on, beside their own settings. */
export interface ToolNeeds {
  hasSearchKey: boolean
  /** Whether only approved tools can be used. */
  onlyApproved: boolean
}

/** Returns all tools: as they were set, or enabled and not approved. Web search needs a search provider. */
export function toolsWith(
  rows: readonly ToolRow[],
  { hasSearchKey, onlyApproved }: ToolNeeds,
): readonly ToolSetting[] {
  return names.map((tool) => {
    const row = rows.find(({ name }) => name === tool)
    const { enabled, approved, version } = row ?? { enabled: true, approved: false, version: 0 }
    const isPresent = tool === 'WebSearch' ? hasSearchKey : present.includes(tool)
    const isMissing = onlyApproved && !approved
    const state = !isPresent ? 'NotConfigured' : !enabled ? 'Off' : isMissing ? 'NotApproved' : 'Available'
    return { tool, state, enabled, approved, version }
  })
}

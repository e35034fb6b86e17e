import { limits } from '@parlance/contract/limits'
import type { Config } from '../../config/config.ts'
import { isDemo } from '../../platform/auth/demo.ts'
import { notify } from '../../platform/database/bus.ts'
import type { Sql } from '../../platform/database/database.ts'
import { createKept } from '../../platform/database/kept.ts'
import type { Platform } from '../../platform/platform.ts'
import { configuredFlags, type FlagName, type Flags, flagsWith } from './flags.ts'
import * as store from './store.ts'
import { type ToolName, type ToolSetting, toolsWith } from './tools.ts'

/** What holds for the whole instance, as it is now. */
export interface Instance {
  name: string
  organizationName: string
  /** Null: the notes that come with the product. */
  releaseNotesUrl: string | null
  personalAgentLimit: number
  /** Whom people find when they share: those of their groups, or all. */
  peopleSearch: 'SharedGroups' | 'All'
  /** As it was chosen, whether it is still there or not. */
  defaultChatDeployment: { languageEngine: string; deploymentName: string } | null
  /** They hold for everybody. */
  limits: store.SettingsRow['limits']
  flags: Flags
  tools: readonly ToolSetting[]
}

/**
 * The one reader of the instance's settings, flags and tools. It asks the database when something was changed: here
 * with the next reading, elsewhere as soon as the bus says so, and after `FRESH_MS` where it could not.
 */
export interface CurrentInstance {
  read(): Promise<Instance>
  isFeatureOn(name: FlagName): Promise<boolean>
  isToolOn(tool: ToolName): Promise<boolean>
  /** As the configuration has them. */
  configuredFlags: Flags
  /** Tells the other processes of a change once its transaction is committed. */
  announce(tx: Sql): Promise<void>
  /** Something was changed here: the next one who reads waits for it. */
  changed(): void
}

const CHANNEL = 'instance_changed'
const FRESH_MS = 3_000
/** A request is answered with 503 before this is over; what needs no database goes on with what was read last. */
const PATIENCE_MS = 2_000
export const defaultInstanceName = 'Parlance'

export function createCurrentInstance(platform: Platform): CurrentInstance {
  const { config, database, log, bus } = platform
  const configured = configuredFlags(config.featureFlags, isDemo(config))
  const kept = createKept<Instance>({
    database,
    log,
    name: 'instance',
    // With the embedded database no other process can change anything.
    freshMs: database.embedded ? Number.POSITIVE_INFINITY : FRESH_MS,
    patienceMs: PATIENCE_MS,
    unread: instanceWith(config, null, configured, toolsWith([])),
    async load() {
      const { db } = database
      const [row, flags, tools] = await Promise.all([
        store.readSettings(db),
        store.readFlags(db),
        store.readTools(db),
      ])
      platform.reports.sendTo(config.errorReportingDsn ?? row.errorReportingDsn)
      return instanceWith(config, row, flagsWith(configured, flags), toolsWith(tools))
    },
  })
  // Where faults are reported is to be known before anybody asks for the settings.
  const changed = () => {
    kept.changed()
    void kept.read()
  }
  bus.subscribe(CHANNEL, changed)
  return {
    read: () => kept.read(),
    isFeatureOn: async (name) => (await kept.read()).flags[name],
    isToolOn: async (tool) =>
      (await kept.read()).tools.some((one) => one.tool === tool && one.state === 'Available'),
    configuredFlags: configured,
    announce: (tx) => notify(tx, CHANNEL),
    changed,
  }
}

function instanceWith(
  config: Config,
  row: store.SettingsRow | null,
  flags: Flags,
  tools: readonly ToolSetting[],
): Instance {
  const { defaultLanguageEngine: languageEngine, defaultDeploymentName: deploymentName } = row ?? {}
  return {
    name: row?.name ?? defaultInstanceName,
    organizationName: organizationNameOf(config, row),
    releaseNotesUrl: config.releaseNotesUrl ?? row?.releaseNotesUrl ?? null,
    personalAgentLimit: row?.personalAgentLimit ?? limits.personalAgents,
    peopleSearch: row?.peopleSearch ?? 'SharedGroups',
    defaultChatDeployment: languageEngine && deploymentName ? { languageEngine, deploymentName } : null,
    limits: row?.limits ?? [],
    flags,
    tools,
  }
}

/** What the demo is called, or the instance itself, until somebody has set it. */
export function organizationNameOf(config: Config, row: store.SettingsRow | null): string {
  return row?.organizationName ?? (isDemo(config) ? 'Halden Rail' : (row?.name ?? defaultInstanceName))
}

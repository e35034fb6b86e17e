import type { NamedDeployment } from '@parlance/contract/agentConfiguration'
import { limits } from '@parlance/contract/limits'
import type { Config } from '../../config/config.ts'
import { isDemo } from '../../platform/auth/demo.ts'
import { notify } from '../../platform/database/bus.ts'
import { createCachedValue } from '../../platform/database/cachedValue.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import * as complianceStore from './compliance/store.ts'
import { configuredFlags, type FlagName, type Flags, flagsWith } from './flags.ts'
import { hasImageDeployment } from './providers/imageDeployment.ts'
import { hasSearchKey as hasSearch } from './providers/store.ts'
import * as store from './store.ts'
import { codeStateOf, isUsable, type ToolName, type ToolNeeds, type ToolSetting, toolsWith } from './tools.ts'

type InstanceCompliance = Pick<
  complianceStore.ComplianceRow,
  'mode' | 'retentionDays' | 'deletedRetentionDays' | 'redactsForProviders'
>

/** The current settings of the whole instance. */
export interface Instance {
  name: string
  organizationName: string
  /** Null means the release notes included with the product. */
  releaseNotesUrl: string | null
  personalAgentLimit: number
  readsNeedApproval: boolean
  /** Whether people can turn on memory. */
  memoryAllowed: boolean
  dataExportsAllowed: boolean
  selfErasureAllowed: boolean
  /** Whom people find when sharing: members of their groups, or everyone. */
  peopleSearch: 'SharedGroups' | 'All'
  /** The chosen deployment, even if it no longer exists. */
  defaultChatDeployment: NamedDeployment | null
  /** The chosen deployment for titles, rewritten questions, and summaries, even if it no longer exists. */
  helperDeployment: NamedDeployment | null
  /** The chosen deployment for the search by meaning, even if it no longer exists. */
  embeddingDeployment: NamedDeployment | null
  /** The chosen deployment for images, even if it no longer exists. */
  imageDeployment: NamedDeployment | null
  /** The chosen deployment for dictation, even if it no longer exists. */
  transcriptionDeployment: NamedDeployment | null
  /** The chosen deployment for reading aloud, even if it no longer exists. */
  speechDeployment: NamedDeployment | null
  /** The voice of the speech deployment. */
  speechVoice: string
  /** Apply to everyone. */
  limits: store.SettingsRow['limits']
  flags: Flags
  tools: readonly ToolSetting[]
  compliance: InstanceCompliance
}

/**
 * The single source for the instance's settings, flags, and tools. It reloads after a change: one made here
 * with the next read, one made elsewhere when the bus reports it, or after `FRESH_MS` if the bus can't.
 */
export interface CurrentInstance {
  read(): Promise<Instance>
  isFeatureOn(name: FlagName): Promise<boolean>
  isToolOn(tool: ToolName): Promise<boolean>
  /** The flags from the configuration. */
  configuredFlags: Flags
  /** Tells the other processes of a change once its transaction is committed. */
  announce(tx: Sql): Promise<void>
  /** Marks a change made here: the next read waits for the reload. */
  changed(): void
  /** Calls back after each change, wherever it was made. */
  onChanged(listener: () => void): void
}

const CHANNEL = 'instance_changed'
const FRESH_MS = 3_000
/** A request gets 503 before this time is over; whatever needs no database continues with the last values. */
const PATIENCE_MS = 2_000
const noSandbox = { state: 'NotConfigured', missing: [] } satisfies ToolNeeds['sandbox']
export const defaultInstanceName = 'Parlance'

export function createCurrentInstance(platform: Platform): CurrentInstance {
  const { config, database, log, bus } = platform
  const configured = configuredFlags(config.featureFlags, isDemo(config))
  const cached = createCachedValue<Instance>({
    database,
    log,
    name: 'instance',
    // With the embedded database, no other process can change anything.
    freshMs: database.embedded ? Number.POSITIVE_INFINITY : FRESH_MS,
    patienceMs: PATIENCE_MS,
    unread: instanceWith(
      config,
      null,
      configured,
      toolsWith([], {
        hasSearchKey: false,
        hasImageDeployment: false,
        onlyApproved: true,
        sandbox: noSandbox,
      }),
      complianceStore.unread,
    ),
    async load() {
      const { db } = database
      const [row, flags, tools, hasSearchKey, hasImages, compliance, sandbox] = await Promise.all([
        store.readSettings(db),
        store.readFlags(db),
        store.readTools(db),
        hasSearch(db),
        hasImageDeployment(db, config),
        complianceStore.readCompliance(db),
        platform.sandbox.state(),
      ])
      if (log.rules) log.rules.areLimited = compliance.mode !== 'Off'
      platform.reports.sendTo(config.errorReportingDsn ?? row.errorReportingDsn)
      return instanceWith(
        config,
        row,
        flagsWith(configured, flags),
        toolsWith(tools, {
          hasSearchKey,
          hasImageDeployment: hasImages,
          sandbox: codeStateOf(sandbox, {
            isElsewhere: config.azureCodeSessions !== null,
            redacts: compliance.redactsForProviders,
          }),
          onlyApproved: compliance.mode === 'Strict',
        }),
        compliance,
      )
    },
  })
  // The error reporting target must be up to date before the settings are next requested.
  const listeners: (() => void)[] = []
  const changed = () => {
    cached.changed()
    void cached.read()
    for (const listener of listeners) listener()
  }
  bus.subscribe(CHANNEL, changed)
  platform.redaction.followRules(async () => (await cached.read()).compliance)
  return {
    read: () => cached.read(),
    isFeatureOn: async (name) => (await cached.read()).flags[name],
    isToolOn: async (tool) =>
      (await cached.read()).tools.some((one) => one.tool === tool && isUsable(one.state)),
    configuredFlags: configured,
    announce: (tx) => notify(tx, CHANNEL),
    changed,
    onChanged: (listener) => void listeners.push(listener),
  }
}

function instanceWith(
  config: Config,
  row: store.SettingsRow | null,
  flags: Flags,
  tools: readonly ToolSetting[],
  compliance: InstanceCompliance,
): Instance {
  return {
    name: row?.name ?? defaultInstanceName,
    organizationName: organizationNameOf(config, row),
    releaseNotesUrl: config.releaseNotesUrl ?? row?.releaseNotesUrl ?? null,
    personalAgentLimit: row?.personalAgentLimit ?? limits.personalAgents,
    readsNeedApproval: row?.readsNeedApproval ?? false,
    memoryAllowed: row?.memoryAllowed ?? false,
    dataExportsAllowed: row?.dataExportsAllowed ?? true,
    selfErasureAllowed: row?.selfErasureAllowed ?? false,
    peopleSearch: row?.peopleSearch ?? 'SharedGroups',
    speechVoice: row?.speechVoice ?? 'alloy',
    ...deploymentsOf(row),
    limits: row?.limits ?? [],
    flags,
    tools,
    compliance,
  }
}

type Chosen = Pick<
  store.SettingsRow,
  | 'defaultLanguageEngine'
  | 'defaultDeploymentName'
  | 'helperLanguageEngine'
  | 'helperDeploymentName'
  | 'embeddingLanguageEngine'
  | 'embeddingDeploymentName'
  | 'imageLanguageEngine'
  | 'imageDeploymentName'
  | 'transcriptionLanguageEngine'
  | 'transcriptionDeploymentName'
  | 'speechLanguageEngine'
  | 'speechDeploymentName'
>

/** Returns the deployments set for the whole instance. */
export function deploymentsOf(row: Chosen | null) {
  const named = (
    languageEngine: Chosen['defaultLanguageEngine'] | undefined,
    deploymentName: string | null | undefined,
  ) => (languageEngine && deploymentName ? { languageEngine, deploymentName } : null)
  return {
    defaultChatDeployment: named(row?.defaultLanguageEngine, row?.defaultDeploymentName),
    helperDeployment: named(row?.helperLanguageEngine, row?.helperDeploymentName),
    embeddingDeployment: named(row?.embeddingLanguageEngine, row?.embeddingDeploymentName),
    imageDeployment: named(row?.imageLanguageEngine, row?.imageDeploymentName),
    transcriptionDeployment: named(row?.transcriptionLanguageEngine, row?.transcriptionDeploymentName),
    speechDeployment: named(row?.speechLanguageEngine, row?.speechDeploymentName),
  }
}

/** Returns the organization name. Until one is set, this is the demo's company or the instance's own name. */
export function organizationNameOf(config: Config, row: store.SettingsRow | null): string {
  return row?.organizationName ?? (isDemo(config) ? 'Halden Rail' : (row?.name ?? defaultInstanceName))
}

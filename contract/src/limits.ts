/**
 * The product's constants: specification, section 9, and the limits of the entities. Lengths are characters
 * after trimming, sizes bytes, times milliseconds unless the name says otherwise.
 * This file imports nothing, so that the browser can use it without a schema library.
 */
export const limits = {
  question: 32_000,
  feedbackText: 2000,
  conversationTitle: 50,
  /** Copies of one conversation that can be read at once, their turns, and the longest time that is set. */
  snapshotsPerConversation: 20,
  snapshotTurns: 500,
  snapshotDays: 365,
  /** After its deletion a conversation can be brought back for so long. */
  deletedConversationDays: 30,
  /** After its last question a temporary chat is kept for so long. */
  temporaryChatHours: 24,
  agentName: 150,
  agentDescription: 500,
  instanceName: 100,
  organizationName: 200,
  /** Of one person, unless the instance says otherwise. */
  personalAgents: 20,
  mostPersonalAgents: 1000,
  /** People and groups that one agent is shared with. */
  mostShares: 100,
  /** People and groups that one search finds, and the letters that it takes. */
  foundPeople: 20,
  peopleSearch: 2,
  /** Of one person. */
  pinnedAgents: 100,
  recentAgents: 20,
  systemPrompt: 32_000,
  introduction: 2_000,
  /** What people may choose to be answered by, beside the default. */
  selectableDeployments: 10,
  deploymentLabel: 40,
  starterQuestions: 6,
  starterQuestion: 200,
  maxTokens: 128_000,
  dataSourcesPerState: 20,
  chatPlaceholder: 100,
  chatDisclaimer: 300,
  publishingNote: 1_000,
  promptTitle: 100,
  promptText: 8_000,
  promptVariables: 10,
  promptsPerOwner: 500,
  categories: 5,
  category: 50,
  libraryName: 150,
  libraryDescription: 500,
  fileName: 255,
  folder: 500,
  fileBytes: 100 * 1024 * 1024,
  /** An export of another product, and the conversations in it when they are unpacked. */
  importBytes: 500 * 1024 * 1024,
  importUnpackedBytes: 1024 * 1024 * 1024,
  /** Each is counted in a transaction of its own, before the next person's import. */
  importConversations: 50_000,
  /** All exports of one person within a day. */
  importBytesPerDay: 2 * 1024 * 1024 * 1024,
  /** Entries of a report: those of what was taken over leave room for what was not. */
  importReport: 500,
  importNotes: 300,
  attachmentBytes: 50 * 1024 * 1024,
  attachmentsPerSegment: 20,
  /** Of one person, at once. */
  unsentAttachments: 200,
  unsentAttachmentBytes: 1024 * 1024 * 1024,
  visionImageBytes: 20 * 1024 * 1024,
  /** The longer side, of what is kept. */
  visionImagePixelsWide: 2048,
  visionThumbnailPixelsWide: 256,
  /** As many as a model is shown at once. */
  visionImagesPerSegment: 10,
  /** Of one person, at once. */
  unsentVisionImages: 200,
  brandKey: 40,
  brandName: 100,
  hostNamesPerBrand: 20,
  brandFileBytes: 5 * 1024 * 1024,
  imagePixels: 40_000_000,
  roleName: 100,
  roleDescription: 500,
  entityRightsPerRole: 1_000,
  userFullName: 200,
  userName: 320,
  policyName: 100,
  policyDescription: 500,
  subjectsPerPolicy: 200,
  gptSystemsPerPolicy: 500,
  limitsPerPolicy: 12,
  jsonBodyBytes: 1024 * 1024,
  titleSearch: 200,
  messageSearchMin: 2,
  auditReason: 500,
  pageSize: 50,
  maxPageSize: 200,
  idempotencyKey: 200,
  requestId: 100,
  sessionHeaders: 10,
  sessionHeaderBytes: 8 * 1024,
  tokenLifetimeSeconds: 3600,
  sessionLifetimeDays: 30,
} as const

/** Calls a minute: per user, per identity or network where nobody is signed in (decisions, "Rates a minute"). */
export const ratesPerMinute = { read: 1200, write: 240, model: 60, upload: 120, signIn: 20 } as const
export const openRunsPerUser = 10
/** Answers that one person reads at once, in all tabs of one process. */
export const openStreamsPerUser = 50
export const unprovenCallsPerMinuteAndNetwork = 600

export const client = {
  version: '2.2509.3736',
  tokenVersion: '2.2509.3736.0',
  mismatchReloadMs: 100,
  tokenPollMs: 500,
  tokenRequestResetMs: 30_000,
  tokenRequestsBeforeCacheClear: 4,
  retryAfterDefaultSeconds: 10,
  retryAfterMaxSeconds: 300,
  titleSearchDebounceMs: 300,
  longPasteCharacters: 4000,
  conversationRefetchMs: 1000,
  settingsCacheSeconds: 604_800,
  sessionHeaderPrefix: 'x-cosmos',
  defaultBrandKey: 'default',
  language: 'en',
  locale: 'en-US',
  currency: 'USD',
  languageStorageKey: 'i18nextLng',
  settingsStorageKey: 'settings',
  sidebarPx: 280,
  miniSidebarPx: 80,
  panelPx: 280,
  routeBarPx: 2.5,
  toasts: 5,
  toastMs: 3000,
  tooltipEnterMs: 1000,
  themeTooltipEnterMs: 500,
  scrollAnimationMs: 350,
  avatarGroupMax: 4,
  identiconPx: 24,
  quickCreatePx: 480,
  provider: 'Parlance',
  signInScopes: ['openid', 'offline_access'],
} as const

export const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
export type LogLevel = (typeof logLevels)[number]
export const defaultLogLevel: LogLevel = 'ERROR'

/**
 * The product's constants: specification, section 9, and the limits of the entities. Lengths are characters
 * after trimming, sizes are bytes, and times are milliseconds, unless the name says otherwise. This file has no
 * imports, so the browser can use it without a schema library.
 */
export const limits = {
  question: 32_000,
  feedbackText: 2000,
  conversationTitle: 50,
  /** A browser’s offer of a video connection, and a text that an avatar speaks. */
  sdp: 65_536,
  spokenText: 4000,
  /** Code that is run at once. */
  codeCharacters: 50_000,
  /** Active snapshots per conversation, turns per snapshot, and the longest expiry that can be set. */
  snapshotsPerConversation: 20,
  snapshotTurns: 500,
  snapshotDays: 365,
  /** After how long without activity conversations can be deleted, and what is proposed. */
  retentionDays: { min: 1, max: 3650, proposed: 365 },
  /** How long a deleted conversation can be restored. The instance starts with 30 days. */
  deletedRetentionDays: { min: 1, max: 365 },
  legalHoldReason: { min: 10, max: 500 },
  /** Legal holds that aren’t released. */
  legalHolds: 1000,
  /** How long a deleted agent can be restored. */
  deletedAgentDays: 30,
  /** How long a notification is stored. */
  notificationDays: 90,
  /** Announcements that are shown or scheduled. */
  announcements: 100,
  announcementText: 2000,
  announcementGroups: 50,
  /** The longest time that an announcement is shown. */
  announcementDays: 366,
  /** How long an announcement is stored after its end, with who has read it. */
  announcementMonths: 13,
  /** Up to how many people an announcement’s reach is counted. */
  countedPeople: 100_000,
  budgets: 500,
  /** The most unanswered questions that are listed. */
  unansweredQuestions: 200,
  /** An unanswered question is listed once so many people asked it. */
  fewestAskers: 3,
  requestNote: 500,
  /** Performance tests of an agent, and cases of a test. */
  performanceTests: 50,
  performanceTestName: 100,
  performanceCases: 1000,
  /** What a run has to reach unless the test says otherwise, in percent. */
  passPercent: 80,
  caseQuestion: 4000,
  /** Questions before the one that is checked. */
  caseTurns: 10,
  /** Facts, forbidden statements, and citations of a case, each. */
  expectedTexts: 10,
  expectedText: 300,
  caseTags: 10,
  /** Real questions that are proposed as cases. */
  caseCandidates: 100,
  caseTag: 50,
  /** Cases that are proposed from a file at once, from so many of its passages, and how much of each is shown. */
  generatedCases: 20,
  generatedFromPassages: 200,
  generatedPassage: 2000,
  /** A file of cases, and what a preview of it shows. */
  caseFileBytes: 20_000_000,
  previewedCases: 20,
  previewedProblems: 100,
  /** The description of good answers that a judge gets. */
  rubric: 8000,
  /** The rating from 0 to 5 from which an answer passes unless the test says otherwise. */
  judgeScore: 3,
  /** Rated answers that a judge is compared with. */
  judgedRatings: 100,
  runRepeats: 10,
  runCeilingUsd: 100_000,
  /** How old the run is that a gate accepts, unless it says otherwise. */
  gateRunDays: 30,
  /** Runs of one test that are stored. Older ones are deleted. */
  performanceRuns: 200,
  /** Those of them that a schedule started. */
  scheduledRuns: 60,
  /** Real answers of an agent that are sampled of a day, those of them that a judge rates, and what that can cost. */
  sampledAnswers: 50,
  ratedAnswers: 10,
  ratedAnswersUsd: 0.5,
  /** Why someone reads another person’s conversations. */
  readReason: { min: 10, max: 500 },
  conversationReadMinutes: 60,
  /** How long a second person can approve it. */
  readApprovalHours: 72,
  /** The most that are listed, and the conversations on a page of one. */
  conversationReads: 200,
  readConversations: 50,
  /** Agents by which visitors can be filtered. */
  visitorAgents: 200,
  /** The most turns and bytes of a conversation that someone else reads. */
  readTurns: 500,
  readBytes: 5_000_000,
  /** How long the export of a person’s data can be downloaded, and how many the person can start within 24 hours. */
  dataExportDays: 7,
  dataExportsPerDay: 3,
  /** The most exports of one person’s data that are listed. */
  dataExports: 50,
  /** The size of all files in one export. Others are listed. */
  dataExportFileBytes: 10_000_000_000,
  /** Up to how many rows of an area are counted before someone is erased. */
  countedRows: 100_000,
  erasures: 200,
  /** The most agents of a disabled user that one call transfers. */
  transferredAgents: 200,
  /** The largest budget of a month, in US dollars. */
  budgetUsd: 1_000_000_000,
  webhooks: 20,
  webhookName: 100,
  webhookSecret: { min: 16, max: 200 },
  /** How long a delivery to a webhook is listed. */
  webhookDeliveryDays: 30,
  supervisionExports: 10,
  supervisionExportName: 100,
  supervisionFileName: 40,
  /** The most lines and bytes of a request or a write. A longer line is sent by itself. */
  supervisionBatchLines: 500,
  supervisionBatchBytes: 1_000_000,
  /** How long the metadata of conversations is kept to be exported again, and at most if it couldn’t be exported. */
  supervisedQuestionDays: 30,
  longestSupervisedQuestionDays: 365,
  /** Up to how many unread notifications are counted. */
  unreadNotifications: 100,
  /** How long a temporary chat is stored after its last question. */
  temporaryChatHours: 24,
  guidelinesTitle: 200,
  guidelinesDescription: 500,
  guidelinesHeading: 200,
  /** Per section, and per document. */
  guidelinesText: 50_000,
  guidelinesSections: 100,
  guidelinesLinks: 500,
  guidelinesNote: 500,
  agentName: 150,
  agentDescription: 500,
  instanceName: 100,
  organizationName: 200,
  /** Per person, unless the instance sets another limit. */
  personalAgents: 20,
  mostPersonalAgents: 1000,
  /** People and groups that one agent can be shared with. */
  mostShares: 100,
  /** Maximum results of one people search, and its minimum number of characters. */
  foundPeople: 20,
  peopleSearch: 2,
  /** Per person. */
  pinnedAgents: 100,
  recentAgents: 20,
  systemPrompt: 32_000,
  introduction: 2_000,
  /** Deployments that people can choose from, in addition to the default. */
  selectableDeployments: 10,
  deploymentLabel: 40,
  starterQuestions: 6,
  starterQuestion: 200,
  maxTokens: 128_000,
  wholeDocumentLimit: 1_000_000,
  dataSourcesPerState: 20,
  /** Domains that an agent's web search is limited to, and those that it leaves out. */
  webDomains: 50,
  webDomain: 253,
  chatPlaceholder: 100,
  chatDisclaimer: 300,
  publishingNote: 1_000,
  promptTitle: 100,
  promptText: 8_000,
  memoryText: 500,
  /** Each of the two texts. */
  customInstructions: 4_000,
  /** The description of an image, and what it shows in words. */
  imagePrompt: 4_000,
  recordingBytes: 25_000_000,
  recordingSeconds: 600,
  spokenSentence: 1_000,
  imageAlt: 500,
  /** A mask in base64: less than a request can have. */
  imageMaskCharacters: 700_000,
  /** The images that models made for a conversation, and their bytes. */
  generatedImages: 200,
  generatedImageBytes: 200 * 1024 * 1024,
  memoriesPerUser: 200,
  /** Documents beside a chat: of a conversation, the content of one, and its versions with their bytes. */
  documentsPerConversation: 50,
  documentBytes: 500_000,
  documentVersions: 200,
  documentVersionBytes: 20_000_000,
  documentTitle: 200,
  documentLanguage: 40,
  /** What a person asks a model to do with a passage, and the longest passage. */
  documentInstruction: 2000,
  documentPassage: 20_000,
  /** Research: its plan, and the most that one can use. */
  /** The question as the person and the planning model understand it. */
  researchUnderstood: 2000,
  researchTitle: 200,
  researchQuery: 200,
  researchQueriesPerLine: 4,
  researchLines: 8,
  researchSearches: 60,
  researchModelCalls: 40,
  researchLeastTokens: 20_000,
  researchTokens: 1_000_000,
  researchMinutes: 30,
  promptVariables: 10,
  promptsPerOwner: 500,
  categories: 5,
  category: 50,
  libraryName: 150,
  endpointUrl: 1000,
  endpointKey: 2000,
  endpointDeployment: 200,
  indexName: 63,
  libraryDescription: 500,
  /** The longest time after which a file without a new version is outdated. */
  reviewAfterDays: 3650,
  /** Scanned pages of a file that are read without confirmation. */
  scannedPages: 500,
  /** Scanned pages of a file that are read at most. Later ones are left out. */
  mostScannedPages: 10_000,
  /** Characters of a scanned page. The rest is left out. */
  recognizedText: 60_000,
  /** Scanned pages of an attachment that are read. Later ones are left out. */
  attachedScannedPages: 10,
  /** People should check recognized text with a lower confidence, in percent. */
  unsureBelow: 70,
  ocrLanguages: 5,
  /** An estimate: passages have up to 150 words. */
  tokensPerPassage: 200,
  /** A text to look for in a document. */
  documentSearch: 200,
  fileName: 255,
  folder: 500,
  /** The folders of a library that an agent’s link can be limited to. */
  foldersPerLink: 20,
  /** Folders of a library that are listed. */
  listedFolders: 1000,
  /** Steps from an entity of a library’s graph. */
  graphDepth: 2,
  /** Files that one bulk action changes. */
  filesAtOnce: 500,
  fileBytes: 100 * 1024 * 1024,
  /** An archive to unpack into a library: its size, the files in it, and their size. */
  archiveBytes: 2_000_000_000,
  archiveEntries: 10_000,
  archiveUnpackedBytes: 4_000_000_000,
  /** Archives of one person that are still being unpacked. */
  unfinishedArchives: 10,
  /** The size of an export from another product, and of its conversations when unpacked. */
  importBytes: 500 * 1024 * 1024,
  importUnpackedBytes: 1024 * 1024 * 1024,
  /** Each conversation is processed in its own transaction while the next person's import waits. */
  importConversations: 50_000,
  /** All exports of one person within a day. */
  importBytesPerDay: 2 * 1024 * 1024 * 1024,
  /** Entries of a report. Notes on imported conversations leave room for those that weren't imported. */
  importReport: 500,
  importNotes: 300,
  /** The length of a website’s address, and how much of a website is read for a file library. */
  siteUrl: 2000,
  sitePages: 50,
  sitePageBytes: 2 * 1024 * 1024,
  siteBytes: 20 * 1024 * 1024,
  siteSeconds: 120,
  /** Websites that one person can have read at the same time. */
  unfinishedSetups: 3,
  attachmentBytes: 50 * 1024 * 1024,
  attachmentsPerSegment: 20,
  /** Per person, at any time. */
  unsentAttachments: 200,
  unsentAttachmentBytes: 1024 * 1024 * 1024,
  visionImageBytes: 20 * 1024 * 1024,
  /** The longer side of the stored image. */
  visionImagePixelsWide: 2048,
  visionThumbnailPixelsWide: 256,
  /** The number of images that a model receives at once. */
  visionImagesPerSegment: 10,
  /** Per person, at any time. */
  unsentVisionImages: 200,
  /** Of all visitors of a public page together, at any time. */
  unsentPublicVisionImages: 1000,
  /** Of a visitor's question. */
  publicAttachmentBytes: 10 * 1024 * 1024,
  publicAttachmentsPerSegment: 10,
  /** Of a visitor's session, and of all visitors of a public page within a day, sent or not. */
  publicAttachmentBytesOfSession: 100 * 1024 * 1024,
  publicAttachmentBytesOfPage: 1024 * 1024 * 1024,
  publicAttachmentsOfPage: 2000,
  /** What another site tells about the page on which a visitor asks. */
  pageContextUrl: 2000,
  pageContextTitle: 200,
  pageContextFields: 20,
  pageContextName: 100,
  pageContextValue: 200,
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
  /** The hardest challenge of a public page, in leading zero bits of a hash, and how long it can be answered. */
  proofOfWorkBits: 24,
  challengeMinutes: 5,
  publicSlug: { min: 3, max: 63 },
  allowedOrigins: 50,
  publicContactLabel: 100,
  publicUrl: 2000,
  /** How long a visitor's session lasts without use, and at most. */
  publicSessionIdleDays: 7,
  publicSessionDays: 30,
  /** How long a visitor's conversations are stored after the session has ended. */
  endedPublicSessionDays: 30,
  /** How long the previous secret of a visitor's session is accepted. */
  rotatedSecretSeconds: 60,
  /** How long a visitor's session can be claimed with a code. */
  claimCodeSeconds: 60,
  /** How many titles are shown before a session is claimed. */
  claimTitles: 20,
  /** How many conversations a visitor, a network, and a page's visitors together can send to its team per day (UTC). */
  escalationsPerVisitor: 3,
  escalationsPerNetwork: 6,
  escalationsPerPage: 50,
  /** How long a link to a sent conversation opens it. */
  escalationDays: 7,
  /** How many questions of a sent conversation are read at most, the last ones. */
  escalationQuestions: 200,
  /** The size of a request that sends a conversation to a webhook, and of what a link to one shows. */
  escalationRequestBytes: 64 * 1024,
  escalationShownBytes: 1024 * 1024,
  emailAddress: 254,
  /** How long the name of a deleted public page can't be used by another agent. */
  reservedSlugDays: 90,
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

/**
 * Calls per minute: per user, or per identity or network if no one is signed in (decisions, "Rates a minute").
 */
export const ratesPerMinute = {
  read: 1200,
  write: 240,
  model: 60,
  /** Sentences of answers that are read aloud. */
  speech: 120,
  upload: 120,
  libraryUpload: 1200,
  archiveUpload: 20,
  signIn: 20,
  visit: 120,
} as const
/** What one user can upload to libraries per minute, so that a folder of many small files isn’t held up. */
export const libraryBytesPerMinute = 2_000_000_000
export const openRunsPerUser = 10
/** Answers that one person can stream at once, across all tabs of one process. */
export const openStreamsPerUser = 50
/** What requests that prove no identity can cost together: pages, assets, the embedded directory, and anonymous calls. */
export const unprovenPointsPerMinuteAndNetwork = 60_000
/**
 * Assets are files that cost next to nothing, and a whole office may load them from one network in the morning. The
 * directory reads and writes the database for each request; a refused token exchange also verifies a signature.
 */
export const unprovenPoints = { asset: 1, request: 10, directory: 50, refusedToken: 90 } as const

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

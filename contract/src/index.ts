import { accessExplanations } from './accessExplanations.ts'
import { agentSetups } from './agentSetups.ts'
import { agents, agentsForConversation } from './agents.ts'
import { analytics } from './analytics.ts'
import { announcements } from './announcements.ts'
import { attachments } from './attachments.ts'
import { authorization, sessions } from './authorization.ts'
import { brandDefaults, brands, brandTheme } from './brands.ts'
import { budgets } from './budgets.ts'
import { chatAccessPolicies } from './chatAccessPolicies.ts'
import { checklist } from './checklist.ts'
import { complianceChecks } from './compliance.ts'
import { configurationAuditLogs } from './configurationAuditLogs.ts'
import { conversationReads } from './conversationReads.ts'
import { conversations } from './conversations.ts'
import { currentUser } from './currentUser.ts'
import { customInstructions } from './customInstructions.ts'
import { dataSources } from './dataSources.ts'
import { email } from './email.ts'
import { escalations } from './escalations.ts'
import { exposure } from './exposure.ts'
import { guidelinesDocuments } from './guidelinesDocuments.ts'
import { injectionTests } from './injectionTests.ts'
import { instance } from './instance.ts'
import { instanceSettings } from './instanceSettings.ts'
import { legalHolds } from './legalHolds.ts'
import { memories } from './memories.ts'
import { notifications } from './notifications.ts'
import { performanceTests } from './performanceTests.ts'
import { personalAgents } from './personalAgents.ts'
import { personalData } from './personalData.ts'
import { publicChat } from './publicChat.ts'
import { publicConversations } from './publicConversations.ts'
import { retrievalDebugger } from './retrievalDebugger.ts'
import { snapshots } from './snapshots.ts'
import { speech } from './speech.ts'
import { supervisionExports } from './supervisionExports.ts'
import { adminConversations, configStateConversations } from './testChats.ts'
import { unansweredQuestions } from './unansweredQuestions.ts'
import { uploadedFileSources } from './uploadedFileSources.ts'
import { userPrompts } from './userPrompts.ts'
import { userActions, userRoles } from './userRoles.ts'
import { users } from './users.ts'
import { vectorIndex } from './vectorIndex.ts'
import { webhooks } from './webhooks.ts'

/** Every endpoint under `/api/internal`, by group. An operation's name is `group.name`. */
export const contract = {
  authorization,
  sessions,
  instance,
  brandTheme,
  brands,
  brandDefaults,
  conversations,
  configStateConversations,
  adminConversations,
  snapshots,
  conversationReads,
  publicConversations,
  publicChat,
  escalations,
  attachments,
  agents,
  agentsForConversation,
  agentSetups,
  personalAgents,
  currentUser,
  notifications,
  personalData,
  userPrompts,
  memories,
  customInstructions,
  dataSources,
  uploadedFileSources,
  retrievalDebugger,
  instanceSettings: { ...instanceSettings, ...complianceChecks },
  legalHolds,
  email,
  vectorIndex,
  webhooks,
  supervisionExports,
  speech,
  budgets,
  announcements,
  checklist,
  configurationAuditLogs,
  analytics,
  performanceTests,
  injectionTests,
  unansweredQuestions,
  users,
  userRoles,
  userActions,
  guidelinesDocuments,
  chatAccessPolicies,
  accessExplanations,
  exposure,
}

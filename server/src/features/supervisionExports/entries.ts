import { SUPERVISION_SCHEMA_VERSION, type SupervisionStream } from '@parlance/contract/supervisionExports'
import type { ChainedEntry } from '../../platform/audit/chain.ts'

/** An entry of the audit log with the hashes that chain it. */
export interface AuditLogEntry extends Omit<ChainedEntry, 'seq'> {
  seq: number
  previousHash: string
  hash: string
}

/** What is exported of a question. */
export interface ConversationEntry {
  segmentId: string
  conversationId: string
  askedAt: string
  endedAt: string
  askerId: string
  isVisitor: boolean
  /** Null unless the export names people, and for people whose data was erased. */
  userId: string | null
  userName: string | null
  gptSystemId: string
  agentName: string | null
  agentVersion: number
  agentVersionId: string
  channel: 'Web' | 'PublicChats' | 'Tests'
  languageEngine: string
  deploymentName: string | null
  inputTokens: number | null
  outputTokens: number | null
  firstTextMs: number | null
  totalMs: number | null
  status: string
  isUnanswered: boolean
  errorCode: string | null
  citedFiles: number
  tools: string[] | null
}

/** A line of an export, with its line break. */
export interface Line {
  position: number
  text: string
  bytes: number
}

interface Written {
  stream: SupervisionStream
  position: number
  id: string
  at: string
  entry: object
}

/** `docs/supervision-export.md` describes the lines, and `docs/supervision-export.schema.json` is their schema. */
function lineOf(source: string, { stream, position, id, at, entry }: Written): Line {
  const schemaVersion = SUPERVISION_SCHEMA_VERSION
  const text = `${JSON.stringify({ schemaVersion, source, stream, position, id, at, entry })}\n`
  return { position, text, bytes: Buffer.byteLength(text) }
}

/** `source` is the URL of the instance. */
export const auditLogLine = (source: string, entry: AuditLogEntry): Line =>
  lineOf(source, { stream: 'AuditLog', position: entry.seq, id: entry.id, at: entry.at, entry })

export function conversationLine(source: string, position: number, question: ConversationEntry): Line {
  const { segmentId, endedAt, isVisitor, languageEngine, deploymentName } = question
  const { conversationId, askedAt, channel, totalMs, firstTextMs, isUnanswered } = question
  const { errorCode, citedFiles, tools } = question
  const entry = {
    conversationId,
    askedAt,
    person: {
      kind: isVisitor ? 'Visitor' : 'User',
      pseudonym: question.askerId,
      userId: question.userId,
      name: question.userName,
    },
    agent: {
      gptSystemId: question.gptSystemId,
      name: question.agentName,
      version: question.agentVersion,
      versionId: question.agentVersionId,
    },
    channel,
    model: { languageEngine, deploymentName },
    tokens: { input: question.inputTokens, output: question.outputTokens },
    firstTextMs,
    totalMs,
    outcome: question.status,
    isUnanswered,
    errorCode,
    citedFiles,
    tools,
  }
  return lineOf(source, { stream: 'Conversations', position, id: segmentId, at: endedAt, entry })
}

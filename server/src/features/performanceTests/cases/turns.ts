import type { Answer } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { performanceTests } from '@parlance/contract/performanceTests'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fileIdOfPath } from '../../conversations/index.ts'
import { listCitable } from './casesStore.ts'
import { findTurn, type TurnRow } from './turnsStore.ts'

type ProposedCase = NonNullable<Answer<typeof performanceTests.proposeCase>['turn']>

/** Returns a question of one of the user's own chats as a case, without personal data. Null if there is none. */
export async function readTurn(
  { database, redaction }: Pick<Platform, 'database' | 'redaction'>,
  actor: Actor,
  segmentId: string,
): Promise<ProposedCase | null> {
  const turn = await findTurn(database.db, actor, segmentId)
  if (!turn) return null
  const { gptSystemId, hadAttachments } = turn
  const cited = placesOf(turn.cited)
  const fileIds = cited.map(({ fileId }) => fileId)
  const files = await listCitable(database.db, actor, gptSystemId, fileIds)
  const names = new Map(files.map(({ fileId, name }) => [fileId, name]))
  const redactor = await redaction.redactor()
  const redacted = turn.questions.map((text) => redactor.redact(text).text)
  const kept = redacted.slice(-1 - limits.caseTurns).map((text) => text.slice(0, limits.caseQuestion))
  return {
    ...{ gptSystemId, hadAttachments },
    question: kept.at(-1) ?? '',
    turns: kept.slice(0, -1),
    expectedCitations: cited
      .flatMap(({ fileId, page }) => {
        const fileName = names.get(fileId)
        return fileName === undefined ? [] : [{ fileId, page, passageId: null, fileName }]
      })
      .slice(0, limits.expectedTexts),
    answer: redactor.redact(turn.answer).text,
    isShortened: redacted.length > kept.length || redacted.some((text) => text.length > limits.caseQuestion),
  }
}

/** The cited pages of files, each once. Passages get new IDs when a file is indexed again. */
function placesOf(cited: TurnRow['cited']): { fileId: string; page: number | null }[] {
  const places = cited.flatMap(({ path, page }) => {
    const fileId = fileIdOfPath(path)
    return fileId === null ? [] : [{ fileId, page }]
  })
  return [...new Map(places.map((one) => [`${one.fileId} ${one.page}`, one])).values()]
}

import { MOST_TEXTS } from '../../engines/embeddings.ts'
import { type Engines, isSame } from '../../engines/registry.ts'
import { inSlices } from '../../platform/database/slices.ts'
import { cutTo } from '../../platform/language/cutTo.ts'
import { withdrawNotices } from '../../platform/notifications/notifications.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { groupOf, isTelling, termsOfQuestion } from './similarity.ts'
import * as store from './store.ts'

/** What people are told of one question. */
export const topicOf = (id: string): string => `unanswered question ${id}`

const JOB = 'unansweredQuestions.group'
const AT_ONCE = 200
const EMBED_MS = 30_000
const LONGEST_SHOWN = 300

interface Needs {
  engines: Engines
  instance: Pick<CurrentInstance, 'read'>
}

/** Puts unanswered questions into groups that ask the same, every five minutes. */
export function scheduleGrouping(
  { database, jobs, log, redaction }: Pick<Platform, 'database' | 'jobs' | 'log' | 'redaction'>,
  { engines, instance }: Needs,
): void {
  /** Embeds questions if the instance has a deployment for it. Without one, and if it fails, words decide alone. */
  async function embedded(texts: readonly string[]) {
    const { embeddingDeployment: wanted } = await instance.read()
    const registry = await engines.current()
    if (!wanted || !registry.embeddings().some((one) => isSame(one, wanted))) return null
    try {
      const vectors = await registry.embed(wanted, texts, AbortSignal.timeout(EMBED_MS))
      return { vectors, embeddedBy: `${wanted.languageEngine} ${wanted.deploymentName}` }
    } catch (cause) {
      log.warn('unansweredQuestions.notEmbedded', { questions: texts.length }, cause)
      return null
    }
  }

  async function slice(): Promise<number> {
    // No one sees the questions then. They are compared once the mode is another.
    if ((await instance.read()).compliance.mode === 'Strict') return 0
    const skipped = await database.transaction((tx) => store.skipUnlistable(tx, AT_ONCE))
    const fresh = await store.readNew(database.db, MOST_TEXTS)
    if (fresh.length === 0) return skipped
    const redactor = await redaction.redactor()
    const shown = fresh.map(({ question }) => oneLine(redactor.redact(question).text))
    const found = await embedded(shown)
    for (const [at, question] of fresh.entries()) {
      const compared = {
        terms: termsOfQuestion(shown[at]!),
        embedding: found ? [...found.vectors[at]!] : null,
      }
      const embeddedBy = found?.embeddedBy ?? null
      await database.transaction(async (tx) => {
        if (!isTelling(compared)) return store.markCompared(tx, question.segmentId)
        const others = await store.readSimilar(tx, question.gptSystemId, compared, embeddedBy)
        const groupId = groupOf(compared, others)
        return store.insertCompared(tx, question, { ...compared, shown: shown[at]!, embeddedBy, groupId })
      })
    }
    return fresh.length
  }

  jobs.schedule(JOB, '*/5 * * * *', async () => {
    await inSlices(slice)
    await inSlices(() =>
      database.transaction(async (tx) => {
        const removed = await store.removeEmpty(tx, AT_ONCE)
        // What was sent has the text of a question that is gone.
        for (const id of removed) await withdrawNotices(tx, topicOf(id))
        return removed.length
      }),
    )
  })
}

const oneLine = (text: string) => cutTo(text.replaceAll(/\s+/g, ' ').trim(), LONGEST_SHOWN)

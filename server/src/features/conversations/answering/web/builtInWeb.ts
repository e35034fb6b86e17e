import { standaloneQuestion } from '../../../../engines/builtin/standaloneQuestion.ts'
import { type BuiltInAnswer, builtInAnswer } from '../../../../engines/builtin.ts'
import { AppError } from '../../../../platform/errors.ts'
import { rankTexts } from '../../../knowledge/index.ts'
import type { WebFindings, WebPage } from '../../../webSearch/index.ts'
import { webCitation } from '../../sources/citations.ts'
import type { Answering } from '../question.ts'
import { shownName } from '../searchTool.ts'
import { queryText } from './queryText.ts'

const STEP = 'web'

/**
 * Returns BuiltIn’s answer from pages of the web. Null if the agent doesn’t search the web, or if nothing was found there
 * either and its libraries are what people expect answers from.
 */
export async function builtInWeb(answering: Answering): Promise<BuiltInAnswer | null> {
  const { asked, needs } = answering
  const { capabilityTypes, dataSources } = asked.configuration
  if (!capabilityTypes.includes('WebSearch') || !(await needs.web.isOn())) return null
  const question = await ownWords(answering)
  const pages = await findPages(answering, queryText(question))
  const found = pages && rankTexts(question, pages.flatMap(passagesOf))
  const answer = builtInAnswer({
    question,
    found,
    setting: {
      citeWeb({ passage, text }, citationId) {
        const page = pages?.find(({ url }) => url === passage.fileId)
        if (!page) throw new Error('A quote is from no page.')
        return webCitation({ ...page, quote: text }, citationId)
      },
    },
  })
  return answer.isUnanswered && dataSources.length > 0 ? null : answer
}

/**
 * Returns the question with what a follow-up leaves out. Only words of the person’s own questions are sent, so that a
 * query can’t disclose what files say.
 */
const ownWords = ({ asked }: Answering): Promise<string> =>
  standaloneQuestion({
    question: asked.question,
    earlierQuestions: asked.history.map((turn) => turn.question).toReversed(),
    citedTitles: [],
    isIndexed: async (terms) => new Set(terms),
  })

/** Returns what a search finds, or null if the provider can’t be asked. */
async function findPages(answering: Answering, query: string): Promise<WebPage[] | null> {
  const { asked, needs, steps, texts, execution, signal } = answering
  steps.begin(STEP, texts.searchingWeb(shownName(query)), {
    kind: 'Tool',
    tool: 'search_web',
    input: query,
  })
  let found: WebFindings
  try {
    const sent = await needs.web.permitted(query)
    if (sent === '') {
      steps.failed(STEP, texts.webNotSearched)
      return null
    }
    found = await needs.web.search(sent, asked.configuration.webSearch, signal)
  } catch (cause) {
    signal.throwIfAborted()
    execution.note('web.failed', { code: cause instanceof AppError ? cause.code : 'engine.unreachable' })
    steps.failed(STEP, texts.webNotSearched)
    return null
  }
  const { provider, pages } = found
  execution.note('web.searched', { provider, pages: pages.length })
  steps.done(STEP, texts.searchedWeb(shownName(query), pages.length), {
    output: [provider, ...pages.map(({ url }) => url)].join('\n'),
  })
  return pages
}

/** Returns the passages of a page in the form of passages of a file. */
export const passagesOf = ({ url, title, passages }: WebPage) =>
  passages.map((passage, ordinal) => ({
    ...passage,
    passageId: `${url} ${ordinal}`,
    dataSourceId: '',
    fileId: url,
    fileName: title,
    ordinal,
    page: null,
    locator: null,
  }))

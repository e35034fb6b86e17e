import { citationPlace } from '@parlance/contract/citationPlace'
import { type CodeWords, readableCode } from '../code/cellText.ts'
import type { ConversationRow, SegmentRow } from '../record/store.ts'
import type { SentToTeam } from './escalationsStore.ts'
import { type ExportLanguage, exportTexts } from './exportTexts.ts'

/** Writes a conversation in one format: the beginning, each question, and the end with when it was sent to a team. */
export interface Writer {
  begin(conversation: ConversationRow): string
  segment(segment: SegmentRow, isFirst: boolean): string
  end(sent: readonly SentToTeam[]): string
}

interface Around {
  language: ExportLanguage
  /** The user who asked. */
  name: string
  agent: string
  now: Date
}

const minute = (moment: string | Date) =>
  `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export function plainText({ language, name, agent, now }: Around): Writer {
  const t = exportTexts[language]
  const rule = '-'.repeat(60)
  return {
    begin: ({ title }) => `${title}\n${t.with(agent || t.unnamed)}\n${t.exported(minute(now))}\n`,
    segment: (segment) =>
      joined('\n', [
        `\n${rule}\n`,
        `${name}, ${minute(segment.createdAt)}:`,
        segment.question,
        sent(segment, language),
        `\n${answererOf(segment, language)}:`,
        answerOf(segment, language),
        codeOf(segment, t) && `\n${t.code}:\n${codeOf(segment, t)}`,
        segment.citations.length > 0 && `\n${t.sources}:`,
        ...segment.citations.map(
          (citation) =>
            `[${citation.citationId}] ${sourceOf(citation, language)}\n    "${inLine(citation.quote)}"`,
        ),
      ]),
    end: (sent) => joined('', [sent.length > 0 && `\n${rule}\n`, ...sent.map(line(language)), '\n']),
  }
}

export function markdown({ language, name, agent, now }: Around): Writer {
  const t = exportTexts[language]
  const words: CodeWords = {
    chart: (description) => escaped(t.chart(description)),
    file: (name) => escaped(t.file(name)),
  }
  return {
    begin: ({ title }) =>
      `# ${escaped(title)}\n\n${escaped(t.with(agent || t.unnamed))}  \n${t.exported(minute(now))}\n`,
    segment: (segment) =>
      joined('\n\n', [
        `\n---`,
        `**${escaped(name)}**, ${minute(segment.createdAt)}`,
        segment.question.replace(/^/gm, '> '),
        sent(segment, language) && escaped(sent(segment, language) || ''),
        `**${escaped(answererOf(segment, language))}**`,
        answerOf({ ...segment, answer: withEnd(segment.answer) }, language),
        codeOf(segment, words) && `**${t.code}**\n\n${withEnd(codeOf(segment, words))}`,
        segment.citations.length > 0 && `**${t.sources}**`,
        segment.citations
          .map(
            (citation) =>
              `- [${citation.citationId}] ${escaped(sourceOf(citation, language))}: “${escaped(inLine(citation.quote))}”`,
          )
          .join('\n'),
      ]),
    end: (sent) =>
      joined('', [
        sent.length > 0 && '\n\n---\n',
        ...sent.map((one) => `\n${escaped(line(language)(one).trim())}\n`),
        '\n',
      ]),
  }
}

/** When a conversation was sent, in a line of its own. */
const line =
  (language: ExportLanguage) =>
  ({ replyTo, createdAt }: SentToTeam): string =>
    `\n${exportTexts[language].sentToTeam(minute(createdAt), replyTo)}`

const answererOf = ({ importedFrom, gptSystem }: SegmentRow, language: ExportLanguage): string =>
  importedFrom ?? (gptSystem.name || exportTexts[language].unnamed)

/**
 * Closes an open code block in Markdown. Otherwise the one in a stopped answer would swallow everything after
 * it.
 */
function withEnd(text: string): string {
  let open = ''
  for (const line of text.split('\n')) {
    const [, fence = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (fence === '') continue
    if (open === '') open = fence
    else if (fence.startsWith(open) && info.trim() === '') open = ''
  }
  return open === '' ? text : `${text}\n${open}`
}

export function json({ now, language }: Around): Writer {
  return {
    begin: ({ conversationId, title, createdAt, gptSystem, selectedLeafSegmentId }) =>
      `${JSON.stringify({ conversationId, title, createdAt, exportedAt: now.toISOString(), gptSystem, selectedLeafSegmentId }, null, 2).slice(0, -2)},\n  "segments": [`,
    segment: (segment, isFirst) => {
      const { conversationSegmentId, parentSegmentId, question, answer, status, createdAt, finishedAt } =
        segment
      const citations = segment.citations.map(
        ({ citationId, title, path, page, locator, url, fetchedAt, quote }) => ({
          citationId,
          title,
          path,
          page,
          ...(locator && { locator }),
          ...(url !== undefined && { url, fetchedAt }),
          quote,
        }),
      )
      const attachments = segment.attachments.map(({ originalFileName }) => originalFileName)
      const images = segment.visionImages.map(({ blobFileName }) => blobFileName)
      const written = {
        conversationSegmentId,
        parentSegmentId,
        gptSystem: segment.gptSystem,
        question,
        answer,
        status,
        createdAt,
        finishedAt,
        citations,
        errors: segment.errors.map(({ text }) => text),
        attachments,
        images,
        ...(segment.codeInterpreterResponse === '' ? {} : { code: codeOf(segment, exportTexts[language]) }),
        ...(segment.pageContext ? { pageContext: segment.pageContext } : {}),
      }
      return `${isFirst ? '' : ','}\n    ${JSON.stringify(written)}`
    },
    end: (sent) =>
      sent.length === 0
        ? '\n  ]\n}\n'
        : `\n  ],\n  "escalations": ${JSON.stringify(sent.map(({ replyTo, createdAt, sentAt }) => ({ replyTo, createdAt, sentAt })))}\n}\n`,
  }
}

function answerOf({ answer, errors, status }: SegmentRow, language: ExportLanguage): string {
  const { unfinished } = exportTexts[language]
  return joined('\n\n', [
    answer,
    ...errors.map(({ text }) => text),
    status !== 'Completed' && errors.length === 0 && `(${unfinished[status]})`,
  ])
}

/** The code of an answer with its output; charts and files by name. */
const codeOf = ({ codeInterpreterResponse: text }: SegmentRow, words: CodeWords): string =>
  text === '' ? '' : readableCode(text, words)

function sent({ attachments, visionImages, pageContext }: SegmentRow, language: ExportLanguage): string {
  const t = exportTexts[language]
  const names = attachments.map(({ originalFileName }) => originalFileName).join(', ')
  return joined('\n', [
    pageContext !== undefined && t.askedOn(pageContext.title, pageContext.url),
    names && t.files(names),
    visionImages.length > 0 && t.images(visionImages.length),
  ])
}

function sourceOf(citation: SegmentRow['citations'][number], language: ExportLanguage): string {
  const { title, url, fetchedAt } = citation
  if (url !== undefined) return [title, url, fetchedAt?.slice(0, 10)].filter(Boolean).join(', ')
  const place = citationPlace(citation, exportTexts[language].place)
  return place === null ? title : `${title}, ${place}`
}

const inLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const joined = (between: string, parts: (string | false)[]) => parts.filter(Boolean).join(between)

/** Names and quotes are plain text: they can't start a heading, a link, or an image. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>#|!]/g, '\\$&')

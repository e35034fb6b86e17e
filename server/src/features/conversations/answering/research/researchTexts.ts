import type { ResearchBudget } from '@parlance/contract/research'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import type { EndedBy, Used } from '../../research/progress.ts'

/** The texts of a research and its report. */
export interface ResearchTexts {
  line(number: number, lines: number, title: string): string
  lineDone(number: number, lines: number, title: string, found: { searches: number; sources: number }): string
  lineLeft(number: number, lines: number, title: string): string
  budget(used: Used, budget: ResearchBudget, found: { sources: number; usesModel: boolean }): string
  writing: string
  wrote(title: string): string
  noDocument: string
  sources: string
  without: string
  open: string
  page(page: number): string
  readOn(day: string): string
  /** A line that wasn’t looked into. */
  unread(title: string): string
  /** A query that wasn’t searched for, or not in each place. */
  unsearched(query: string, isPartly: boolean): string
  endedBy(part: EndedBy): string
  reportCut: string
  /** At the beginning of a report that no model wrote. */
  quotesOnly: string
  quotedAbove: string
  done(used: Used, sources: number): string
  nothing(searches: number): string
  summary: string
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
const thousands = (tokens: number) => `${Math.ceil(tokens / 1000)}k`
const minutes = (ms: number) => Math.ceil(ms / 60_000)

const texts: Record<'en' | 'ar', ResearchTexts> = {
  en: {
    line: (number, lines, title) => `${number} of ${lines}: ${title}`,
    lineDone: (number, lines, title, { searches, sources }) =>
      `${number} of ${lines}: ${title} (${count(searches, 'search', 'searches')}, ${count(sources, 'source', 'sources')})`,
    lineLeft: (number, lines, title) => `${number} of ${lines}: ${title} (not finished)`,
    budget: (used, budget, { sources, usesModel }) =>
      [
        `${used.searches} of ${budget.searches} searches`,
        count(sources, 'source', 'sources'),
        ...(usesModel
          ? [
              `${used.modelCalls} of ${budget.modelCalls} model calls`,
              `${thousands(used.tokens)} of ${thousands(budget.tokens)} tokens`,
            ]
          : []),
        `${minutes(used.ms)} of ${count(budget.minutes, 'minute', 'minutes')}`,
      ].join(' · '),
    writing: 'Writing the report',
    wrote: (title) => `Wrote “${title}”`,
    noDocument: 'The report couldn’t be stored as a document',
    sources: 'Sources',
    without: 'Searched without result',
    open: 'What remained open',
    page: (page) => `page ${page}`,
    readOn: (day) => `read on ${day}`,
    unread: (title) => `Not looked into: ${title}`,
    unsearched: (query, isPartly) => `${isPartly ? 'Not searched everywhere' : 'Not searched'}: “${query}”`,
    endedBy: (part) =>
      ({
        searches: 'The budget of searches was used up.',
        modelCalls: 'The budget of model calls was used up.',
        tokens: 'The budget of tokens was used up.',
        minutes: 'The time was used up.',
        room: 'There was no room for more pages of the web.',
      })[part],
    reportCut: 'The report ended before it was complete.',
    quotesOnly: 'This report consists of quotes. No language model wrote it.',
    quotedAbove: 'Also quoted above:',
    done: ({ searches }, sources) =>
      `The report is based on ${count(searches, 'search', 'searches')} and cites ${count(sources, 'source', 'sources')}.`,
    nothing: (searches) =>
      `I found nothing about this in ${count(searches, 'search', 'searches')}. Change the words that are searched for, or where, then start again.`,
    summary: 'Summary',
  },
  ar: {
    line: (number, lines, title) => `${number} من ${lines}: ${title}`,
    lineDone: (number, lines, title, { searches, sources }) =>
      `${number} من ${lines}: ${title} (عمليات البحث: ${searches}، المصادر: ${sources})`,
    lineLeft: (number, lines, title) => `${number} من ${lines}: ${title} (لم يكتمل)`,
    budget: (used, budget, { sources, usesModel }) =>
      [
        `عمليات البحث: ${used.searches} من ${budget.searches}`,
        `المصادر: ${sources}`,
        ...(usesModel
          ? [
              `استدعاءات النموذج: ${used.modelCalls} من ${budget.modelCalls}`,
              `الرموز: ${Math.ceil(used.tokens / 1000)} من ${Math.ceil(budget.tokens / 1000)} ألف`,
            ]
          : []),
        `الدقائق: ${minutes(used.ms)} من ${budget.minutes}`,
      ].join(' · '),
    writing: 'جارٍ كتابة التقرير',
    wrote: (title) => `تمت كتابة «${title}»`,
    noDocument: 'تعذّر حفظ التقرير كمستند',
    sources: 'المصادر',
    without: 'بحث بلا نتائج',
    open: 'ما بقي مفتوحًا',
    page: (page) => `الصفحة ${page}`,
    readOn: (day) => `قُرئت في ${day}`,
    unread: (title) => `لم يُبحث: ${title}`,
    unsearched: (query, isPartly) => `${isPartly ? 'لم يُبحث في كل الأماكن عن' : 'لم يُبحث عن'}: «${query}»`,
    endedBy: (part) =>
      ({
        searches: 'استُنفد عدد عمليات البحث المسموح به.',
        modelCalls: 'استُنفد عدد استدعاءات النموذج المسموح به.',
        tokens: 'استُنفد عدد الرموز المسموح به.',
        minutes: 'انتهى الوقت.',
        room: 'لم تعد هناك مساحة لمزيد من صفحات الويب.',
      })[part],
    reportCut: 'انتهى التقرير قبل اكتماله.',
    quotesOnly: 'يتكوّن هذا التقرير من اقتباسات، ولم يكتبه نموذج لغوي.',
    quotedAbove: 'اقتُبس أعلاه أيضًا:',
    done: ({ searches }, sources) =>
      `يستند التقرير إلى عمليات بحث عددها ${searches} ويستشهد بمصادر عددها ${sources}.`,
    nothing: (searches) =>
      `لم أجد شيئًا عن هذا في عمليات بحث عددها ${searches}. غيّر كلمات البحث أو مكانه، ثم ابدأ من جديد.`,
    summary: 'الملخص',
  },
}

/** Returns the texts in the language of the question. */
export const researchTextsFor = (question: string): ResearchTexts =>
  texts[languageOf(question) === 'ar' ? 'ar' : 'en']

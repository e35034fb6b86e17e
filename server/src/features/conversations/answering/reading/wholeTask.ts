import { contentOf, languageOfQuestion } from '../../../../platform/language/functionWords.ts'
import { terms } from '../../../../platform/language/terms.ts'

/** Words that ask for the whole of a document, in the languages that users of such products write most. */
const wholeTasks = [
  // English
  /\b(?:summari[sz](?:e|es|ing)|summary|tl;?dr|overview|outline|gist|translate|translation|proofread|critique)\b/i,
  /\b(?:compare|comparison|contrast|differences? between)\b/i,
  /\breview (?:this|these|the|my|our|it|them)\b/i,
  /\b(?:key|main|most important) (?:points?|takeaways?|findings?|ideas?|topics?|themes?|arguments?|messages?)\b/i,
  /\b(?:list|name|find|extract|collect|give me|show me) (?:all|every|each)\b/i,
  /\b(?:this|these|the|my) (?:document|file|paper|report|contract|text|book|manual|pdf|article)s? about\b/i,
  // German
  /(?<!\p{L})(?:zusammenfass|übersetz|vergleich|gliederung|kernaussage|hauptpunkte)\p{L}*/iu,
  /\b(?:fass|fasse)\b[^.?!]{0,80}\bzusammen\b/i,
  /(?<!\p{L})(?:überblick|wichtigsten (?:punkte|aussagen|erkenntnisse)|worum geht es)\b/iu,
  /\b(?:liste|nenne|nenn|zähle)\b[^.?!]{0,40}\balle\b/iu,
  // French
  /(?<!\p{L})(?:résum|synthèse|aperçu|tradui|traduction|compar|idées principales|de quoi parle|points? (?:clés?|principaux))\p{L}*/iu,
  /(?<!\p{L})(?:liste|listez|cite|citez|énumère|énumérez) (?:tous|toutes|chaque)\b/iu,
  // Spanish, Portuguese, Italian
  /(?<!\p{L})(?:resum|síntes|riassum|riassunt|traduc|traduz|confront|de qué trata|de que trata|di cosa parla)\p{L}*/iu,
  /\b(?:puntos (?:clave|principales)|pontos principais|punti (?:chiave|principali))\b/i,
  /\b(?:lista|enumera|elenca|liste) (?:todos|todas|tutti|tutte)\b/i,
  // Arabic
  /لخّص|لخص|ملخّص|ملخص|تلخيص|خلاصة|ترجم|قارن|مقارنة|نظرة عامة|أهم النقاط|النقاط الرئيسية|الأفكار الرئيسية|عمّ يتحدث|عم يتحدث/,
  /(?:اذكر|عدّد|عدد) (?:كل|جميع)/,
  // Chinese, Japanese, Korean
  /总结|總結|概括|概述|摘要|翻译|翻譯|比较|比較|对比|對比|列出所有|列出全部|要点|要點|要約|まとめ|翻訳|すべて|요약|번역|비교/,
]
/** A part that the question names by its number is not the whole. */
const namedParts = [
  /\b(?:pages?|chapters?|sections?|articles?|clauses?|paragraphs?) \d/i,
  /\b(?:seiten?|kapitel|abschnitt|artikel|absatz|chapitre|página|capítulo|sección|pagina|capitolo) \d/iu,
  /(?:الصفحة|الفصل|القسم|المادة) [\d٠-٩]/,
  /第 ?[\d一二三四五六七八九十]{1,4} ?[章节節页頁条條]/,
]
/** A longer question says what it wants, and mentions such words only in passing. */
const LONGEST = 600

/** Words for a document that say nothing about which one. */
const documentWords = new Set(
  terms(
    'please can could document file report text pdf manual paper attached bitte dokument datei bericht fichier texte rapport favor documento archivo texto informe questo questa المرفق المستند الملف الوثيقة التقرير النص',
  ),
)

/** Returns the terms of a task about the whole that say what it is about: those that aren't words of the task. */
export function subjectOf(task: string): string[] {
  const rest = wholeTasks.reduce((words, pattern) => words.replace(pattern, ' '), task)
  return terms(contentOf(rest, languageOfQuestion(task))).filter((term) => !documentWords.has(term))
}

/** Whether a question about documents can be answered only from all of their text. */
export function asksForWhole(question: string): boolean {
  if (question.length > LONGEST) return false
  const words = question.replaceAll(/\s+/g, ' ')
  return wholeTasks.some((task) => task.test(words)) && !namedParts.some((part) => part.test(words))
}

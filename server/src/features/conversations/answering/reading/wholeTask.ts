import { contentOf, languageOfQuestion } from '../../../../platform/language/functionWords.ts'
import { terms } from '../../../../platform/language/terms.ts'

/** Words that ask for the whole of a document, in the languages that users of such products write most. */
const wholeTasks = [
  // English
  /\b(?:summari[sz](?:e|es|ing)|summary|tl;?dr|overview|outline|gist|translate|translation|proofread|critique)\b/i,
  /\b(?:compare|comparison|contrast|differences? between)\b/i,
  /\breview (?:this|these|the|my|our|it|them)\b/i,
  /^(?:(?:please|can you|could you) )?review\b/i,
  /\b(?:check|rewrite|explain|analy[sz]e|assess|evaluate) (?:this|these|the|my|our)(?: attached)? (?:documents?|files?|papers?|reports?|contracts?|agreements?|texts?|books?|manuals?|pdfs?|articles?|attachments?)\b/i,
  /\b(?:key|main|most important) (?:points?|takeaways?|findings?|ideas?|topics?|themes?|arguments?|messages?)\b/i,
  /\b(?:list|name|find|extract|collect|give me|show me) (?:all|every|each)\b/i,
  /\b(?:this|these|the|my) (?:document|file|paper|report|contract|text|book|manual|pdf|article)s? about\b/i,
  // German
  /(?<!\p{L})(?:zusammenfass|übersetz|vergleich|gliederung|kernaussage|hauptpunkte)\p{L}*/iu,
  /\b(?:fass|fasse)\b[^.?!]{0,80}\bzusammen\b/i,
  /(?<!\p{L})(?:überblick|wichtigsten (?:punkte|aussagen|erkenntnisse)|worum geht es)\b/iu,
  /\b(?:liste|nenne|nenn|zähle)\b[^.?!]{0,40}\balle\b/iu,
  /(?<!\p{L})(?:prüf|überprüf|erklär|analysier|bewert)\p{L}{0,3} (?:bitte )?(?:das|den|die|dies\p{L}{1,2}|mein\p{L}{0,2}|unser\p{L}{0,2}) (?:dokument|datei|bericht|vertrag|text|buch|handbuch|pdf|artikel|anhang)/iu,
  // French
  /(?<!\p{L})(?:résume[rsz]?|résumé|synthèse|aperçu|tradui(?:s|re|sez)|traduction|compare[rz]?|comparaison|idées principales|de quoi parle|points? (?:clés?|principaux))(?!\p{L})/iu,
  /(?<!\p{L})(?:liste|listez|cite|citez|énumère|énumérez) (?:tous|toutes|chaque)\b/iu,
  // Spanish, Portuguese, Italian
  /(?<!\p{L})(?:resum(?:e|a|ir|en|o|an)|síntesis|síntese|riassum(?:i|ere|a)|riassunto|tradu(?:ce|cir|zca|zir|z|za|ci|rre|cción|ção|zione)|compar(?:a|e|ar|ación|ação)|confront(?:a|are|i|o)|de qué trata|de que trata|di cosa parla)(?!\p{L})/iu,
  /\b(?:puntos (?:clave|principales)|pontos principais|punti (?:chiave|principali))\b/i,
  /\b(?:lista|enumera|elenca|liste) (?:todos|todas|tutti|tutte)\b/i,
  // Arabic
  /لخّص|لخص|ملخّص|ملخص|تلخيص|خلاصة|ترجم|قارن|مقارنة|نظرة عامة|أهم النقاط|النقاط الرئيسية|الأفكار الرئيسية|عمّ يتحدث|عم يتحدث/,
  /(?:اذكر|عدّد|عدد) (?:كل|جميع)/,
  // Chinese, Japanese, Korean
  /总结|總結|概括|概述|摘要|翻译|翻譯|比较|比較|对比|對比|列出所有|列出全部|要点|要點|要約|まとめ|翻訳|すべて|요약|번역|비교/,
]
/** What makes a question about less than the whole: a numbered part, a place or time, or the conversation itself. */
const others = [
  /\b(?:pages?|chapters?|sections?|articles?|clauses?|paragraphs?|parts?) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[ivx]{1,6}\b)/i,
  /\b(?:first|second|third|fourth|fifth|last|next|previous) (?:pages?|chapters?|sections?|paragraphs?|parts?)\b/i,
  /\b(?:seiten?|kapitel|abschnitt|artikel|absatz|chapitre|página|capítulo|sección|pagina|capitolo) \d/iu,
  /(?:الصفحة|الفصل|القسم|المادة) [\d٠-٩]/,
  /第 ?[\d一二三四五六七八九十]{1,4} ?[章节節页頁条條]/,
  /^(?:where|when|who|whose|how (?:many|much))\b|^which (?:summary|overview|outline|translation|comparison)\b/i,
  /^(?:wo|wann|wer|wessen|wie ?viele?|où|quand|qui|combien|dónde|cuándo|quién|cuánt[oa]s?|onde|dove|quando|chi)(?!\p{L})/iu,
  /^¿?(?:cuál es|qual é|qual è|quel est|quelle est)(?!\p{L})/iu,
  /\b(?:your|that|the last|the previous) (?:last |previous |first |second )?(?:answer|reply|response|message|summary|translation)s?\b/i,
  /\b(?:deine|ihre|diese|letzte)[rnm]? (?:letzten? )?(?:antwort|nachricht|zusammenfassung)\b/i,
  /(?<!\p{L})(?:ta|votre|tu|su|sua|tua|la tua) (?:dernière |última |ultima )?(?:réponse|respuesta|resposta|risposta)(?!\p{L})/iu,
  /(?:إجابتك|إجابتكم|جوابك|ردك|你的回答|上一个回答|あなたの回答|前の回答)/,
]
/** A longer question says what it wants, and mentions such words only in passing. */
const LONGEST = 600

/** Words for a document that say nothing about which one. */
const documentWords = new Set(
  terms(
    'document file report text pdf manual paper contract agreement book article attachment dokument datei bericht vertrag buch handbuch artikel anhang fichier texte rapport contrat livre documento archivo texto informe contrato libro arquivo relatório file testo contratto libro المستند الملف الوثيقة التقرير النص العقد الكتاب المرفق',
  ),
)
const politeWords = new Set(terms('please can could attached bitte favor questo questa المرفق'))
const unspacedDocument = /文件|文档|文檔|报告|報告|文書|書類|ファイル|문서|파일/

/** Returns the terms of a task about the whole that say what it is about: those that aren't words of the task. */
export function subjectOf(task: string): string[] {
  const rest = wholeTasks.reduce((words, pattern) => words.replace(pattern, ' '), task)
  return terms(contentOf(rest, languageOfQuestion(task))).filter(
    (term) => !documentWords.has(term) && !politeWords.has(term),
  )
}

/** Whether a question about documents can be answered only from all of their text. */
export function asksForWhole(question: string): boolean {
  if (question.length > LONGEST) return false
  const words = question.replaceAll(/\s+/g, ' ').trim()
  return wholeTasks.some((task) => task.test(words)) && !others.some((other) => other.test(words))
}

/**
 * Whether a question names a document: by a word for documents, or by words of one of these names. In a long
 * conversation, a task that doesn't is often about what was said.
 */
export function namesDocument(question: string, fileNames: readonly string[]): boolean {
  if (unspacedDocument.test(question) || terms(question).some((term) => documentWords.has(term))) return true
  const subject = subjectOf(question)
  return subject.length > 0 && fileNames.some((name) => isNamedBy(name, subject))
}

/** Whether a file's name contains all of these terms. */
export function isNamedBy(fileName: string, subject: readonly string[]): boolean {
  const name = new Set(terms(fileName.replaceAll(/[_\-.]/g, ' ')))
  return subject.every((term) => name.has(term))
}

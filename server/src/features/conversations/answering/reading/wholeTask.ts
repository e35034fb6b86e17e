/** Words that ask for the whole of a document, in the languages that users of such products write most. */
const wholeTask = new RegExp(
  [
    // English
    String.raw`\b(?:summari[sz](?:e|es|ing)|summary|tl;?dr|overview|outline|gist|translate|translation|proofread|critique|compare|comparison|contrast)\b`,
    String.raw`\breview\b(?!\s+(?:date|period|process|board|committee))`,
    String.raw`\bdifferences?\s+between\b`,
    String.raw`\b(?:key|main|most important)\s+(?:points?|takeaways?|findings?|ideas?|topics?|themes?|arguments?|messages?)\b`,
    String.raw`\b(?:list|name|find|extract|collect|give me|show me)\s+(?:all|every|each)\b`,
    String.raw`\bwhat\s+(?:is|are)\s+(?:this|these|the)\s+(?:\w+\s+)?(?:documents?|files?|papers?|reports?|contracts?|texts?|books?|manuals?|pdfs?|articles?)\s+about\b`,
    // German
    String.raw`\b(?:zusammenfass\w*|fass\w*\b.*\bzusammen|überblick|gliederung|übersetz\w*|vergleich\w*|kernaussagen?|hauptpunkte|wichtigsten\s+(?:punkte|aussagen|erkenntnisse))`,
    String.raw`\b(?:liste|nenne?|zähle?)\b.*\balle\b`,
    String.raw`\bworum\s+geht\s+es\b`,
    // French
    String.raw`\b(?:résum\w*|synthèse|aperçu|tradui\w*|traduction|compar\w*|points?\s+(?:clés?|principaux)|idées\s+principales|de\s+quoi\s+parle)`,
    String.raw`\b(?:liste[rz]?|cite[rz]?|énumère[rz]?)\s+(?:tous|toutes|chaque)\b`,
    // Spanish, Portuguese, Italian
    String.raw`\b(?:resum\w*|síntesis|síntese|riassum\w*|riassunto|traduc\w*|traduz\w*|traduci\w*|compar\w*|confront\w*|puntos\s+(?:clave|principales)|pontos\s+principais|punti\s+(?:chiave|principali)|de\s+qué\s+trata|de\s+que\s+trata|di\s+cosa\s+parla)`,
    String.raw`\b(?:lista|enumera|elenca|liste)\s+(?:todos|todas|tutti|tutte)\b`,
    // Arabic
    String.raw`(?:لخ[ّ]?ص|ملخ[ّ]?ص|تلخيص|خلاصة|ترجم|ترجمة|قارن|مقارنة|نظرة عامة|أهم النقاط|النقاط الرئيسية|الأفكار الرئيسية|عم[ّ]?\s+يتحدث|اذكر\s+(?:كل|جميع)|عد[ّ]?د\s+(?:كل|جميع))`,
    // Chinese, Japanese, Korean
    String.raw`(?:总结|總結|概括|概述|摘要|翻译|翻譯|比较|比較|对比|對比|列出所有|列出全部|要点|要點|要約|まとめ|翻訳|すべて|全て列挙|요약|번역|비교|모두\s*나열)`,
  ].join('|'),
  'iu',
)
/** A part that the question names by its number is not the whole. */
const namedPart =
  /\b(?:pages?|chapters?|sections?|articles?|clauses?|paragraphs?|seiten?|kapitel|abschnitt|artikel|absatz|chapitre|página|capítulo|sección|pagina|capitolo)\s+\d|(?:الصفحة|الفصل|القسم|المادة)\s*[\d٠-٩]|第\s*[\d一二三四五六七八九十]+\s*[章节節页頁条條]/iu
/** A longer question says what it wants, and mentions such words only in passing. */
const LONGEST = 600

/** Whether a question about documents can be answered only from all of their text. */
export function asksForWhole(question: string): boolean {
  return question.length <= LONGEST && wholeTask.test(question) && !namedPart.test(question)
}

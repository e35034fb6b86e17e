import { expect, test } from 'vitest'
import { terms } from '../../../../platform/language/terms.ts'
import { asksForWhole, namesDocument, subjectOf } from './wholeTask.ts'

test.each([
  'Summarise this document',
  'Can you summarize the attached report in five bullet points?',
  'TL;DR please',
  'What is this contract about?',
  'Compare these two files',
  'What are the differences between the two policies?',
  'List all deadlines mentioned in the manual',
  'Translate it into German',
  'Please review this agreement for risks',
  'What are the key findings?',
  'Fasse das Dokument zusammen',
  'Nenne alle Fristen',
  'Übersetze es ins Englische',
  'Gib mir einen Überblick',
  'Énumère tous les délais',
  'Compare les deux contrats',
  'Check this contract for errors',
  'Explain this paper to me',
  'Please review',
  'Überprüfe den Vertrag',
  'Riassumi il testo',
  'Worum geht es in dieser Datei?',
  'Résume ce document',
  'Liste toutes les dates',
  'Resume el documento',
  'Riassumi questo contratto',
  'لخّص هذا المستند',
  'لخص الملف المرفق',
  'قارن بين الملفين',
  'اذكر جميع المواعيد',
  '请总结这份文件',
  'この文書を要約してください',
])('%s is about the whole', (question) => expect(asksForWhole(question)).toBe(true))

test.each([
  'How tall is the lighthouse of Vela?',
  'Which section covers refunds?',
  'Summarize chapter 3',
  'What does page 41 say about fees?',
  'When is the review date?',
  'Summarize chapter three',
  'Summarize the last section',
  'Where is the overview map?',
  'Which summary did the board approve?',
  'Translate your last answer to French',
  'What is the main point of your answer?',
  'Übersetze deine letzte Antwort',
  '¿Cuál es el resumen de gastos de viaje?',
  'Which comparable companies are named?',
  'Wie hoch ist der Turm?',
  'ما ارتفاع المنارة؟',
  '第3章の要約',
  `I have a long story, with a summary somewhere. ${'It goes on. '.repeat(60)}`,
])('%s is about a part', (question) => expect(asksForWhole(question)).toBe(false))

test.each([
  ['Summarize the staff handbook', ['staff', 'handbook']],
  ['Can you summarize this document?', []],
  ['Fasse das Dokument zusammen', []],
  ['Résumez le guide du port', ['guid', 'port']],
  ['Übersetze bitte das Hafenverzeichnis', terms('Hafenverzeichnis')],
  ['لخّص دليل الميناء', terms('دليل الميناء')],
])('the subject of "%s" is %j', (task, subject) => expect(subjectOf(task)).toEqual(subject))

test.each([
  ['Summarize the report', true],
  ['Fasse die Datei zusammen', true],
  ['لخّص هذا المستند', true],
  ['总结这份文件', true],
  ['Summarize the harbour duties', true],
  ['What is the difference between option A and B?', false],
  ['Give me an overview', false],
  ['Translate it into German', false],
])('whether "%s" names a document: %j', (question, names) =>
  expect(namesDocument(question, ['Harbour-duties_2026.md'])).toBe(names),
)

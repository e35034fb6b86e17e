export default {
  question: 'سؤال',
  answerOf: 'إجابة من \u2068{{agent}}\u2069',
  noAnswer: 'لا توجد إجابة.',
  files: 'الملفات',
}

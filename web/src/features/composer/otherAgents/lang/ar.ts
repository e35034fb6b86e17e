import type { Translation } from '../../../../lang/texts.ts'
import type en from './en.ts'

const ar: Translation<typeof en> = {
  answerWith: 'الإجابة بوكيل آخر',
  agents: 'الوكلاء',
  search: 'البحث عن وكيل',
  recent: 'الأخيرة',
  others: 'كل الوكلاء',
  found: 'النتائج',
  noMatch: 'لا يوجد وكيل يطابق بحثك.',
  asks: 'السؤال إلى',
  asksAgent: 'هذا السؤال موجه إلى ⁨{{agent}}⁩',
  askOwn: 'عدم سؤال ⁨{{agent}}⁩',
  askPlaceholder: 'اسأل ⁨{{agent}}⁩…',
}

export default ar

import type { Translation } from '../../../../lang/texts.ts'
import type en from './en.ts'

const ar: Translation<typeof en> = {
  good: 'إجابة جيدة',
  bad: 'إجابة سيئة',
  comment: 'التعليق على تقييمك',
  reasonTitle: 'ما الخطأ فيها؟',
  Incorrect: 'غير صحيحة',
  Incomplete: 'غير كاملة',
  MissingSource: 'المصدر مفقود أو خاطئ',
  OffTopic: 'ليست ما سألت عنه',
  HardToRead: 'صعبة القراءة',
  Other: 'سبب آخر',
  textGood: 'ما الذي أعجبك؟ (اختياري)',
  textBad: 'ما الجواب الصحيح؟ (اختياري)',
  tooLong: 'استخدم {{max}} حرف أو أقل',
  save: 'حفظ',
  close: 'إغلاق',
  saved: 'حُفظ تقييمك',
}
export default ar

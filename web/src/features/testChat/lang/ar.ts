import type en from './en.ts'

export default {
  title: 'محادثة تجريبية',
  restart: 'بدء من جديد',
  details: 'تفاصيل التنفيذ',
  empty: 'اطرح سؤالًا لترى كيف تجيب هذه المسودة.',
  startWith: 'أسئلة مقترحة',
  unsaved: 'لا تُختبر التغييرات غير المحفوظة.',
  save: 'حفظ',
  kept: 'لا تظهر المحادثات التجريبية في سجلك.',
  loading: 'جارٍ تحميل المحادثة التجريبية',
} satisfies Record<keyof typeof en, string>

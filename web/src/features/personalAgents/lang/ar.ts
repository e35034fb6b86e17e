import type en from './en.ts'

export default {
  create: 'إنشاء وكيل شخصي',
  intro: 'أنت وحدك من يستطيع محادثته. من دون نموذج لغوي يجيب من الملفات التي ترفقها.',
  name: 'الاسم',
  description: 'الوصف',
  nameRequired: 'الاسم مطلوب',
  nameTooLong: 'يتجاوز الاسم الحد الأقصى وهو 150 حرفًا',
  descriptionTooLong: 'يتجاوز الوصف الحد الأقصى وهو 500 حرف',
  cancel: 'إلغاء',
  make: 'إنشاء الوكيل',
  made: '{{name}} جاهز.',
} satisfies Record<keyof typeof en, string>

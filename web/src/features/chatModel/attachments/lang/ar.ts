import type { Translation } from '../../../../lang/texts.ts'
import type en from './en.ts'

const ar: Translation<typeof en> & Record<string, string> = {
  attach: 'إرفاق ملفات',
  attachHint:
    'ملفات PDF وWord ونصوص وMarkdown وHTML، حتى 50 ميغابايت لكل ملف. ويقبل الوكلاء القادرون على قراءة الصور صورًا حتى 20 ميغابايت.',
  attachments: 'الملفات المرفقة',
  images: 'الصور',
  showImage: 'عرض الصورة {{number}} من {{count}}',
  imageOf: 'الصورة {{number}} من {{count}}',
  previousImage: 'الصورة السابقة',
  nextImage: 'الصورة التالية',
  saveImage: 'حفظ الصورة',
  closeImage: 'إغلاق الصورة',
  imageFailed: 'لا يمكن عرض هذه الصورة. أغلقها وحاول مرة أخرى.',
  dropTitle: 'أفلِت الملفات لإرفاقها',
  waiting: 'في الانتظار',
  sending: 'جارٍ الرفع، {{share}}',
  reading: 'جارٍ القراءة…',
  progressOf: 'تقدّم رفع \u2068{{name}}\u2069',
  failed: 'تعذّر إرفاق \u2068{{name}}\u2069. {{reason}}',
  retry: 'إعادة محاولة \u2068{{name}}\u2069',
  remove: 'إزالة \u2068{{name}}\u2069',
  pastedName: 'نص ملصق',
  asText: 'إدراج كنص',
  asTextOf: 'إدراج ⁨{{name}}⁩ كنص',
  asTextHint: 'إزالة الملف وإدراج نصه في الرسالة',
  unseen: 'لا يستطيع الوكيل أو النموذج المحدد قراءة الصور. أزل هذه الصورة، أو اختر ما يستطيع قراءتها.',
  cancelUpload: 'إلغاء رفع \u2068{{name}}\u2069',
  download: 'تنزيل \u2068{{name}}\u2069',
  uploading_zero: 'لا ملفات قيد الرفع',
  uploading_one: 'جارٍ رفع ملف واحد',
  uploading_two: 'جارٍ رفع ملفين',
  uploading_few: 'جارٍ رفع {{count}} ملفات',
  uploading_many: 'جارٍ رفع {{count}} ملفًا',
  uploading_other: 'جارٍ رفع {{count}} ملف',
  sendWaits: 'الإرسال عند انتهاء الرفع',
  sendWaiting: 'إلغاء الإرسال',
  waitsForUploads: 'سيُرسل عند انتهاء الرفع',
  tooMany_zero: 'يمكنك إرفاق {{max}} من الملفات على الأكثر، منها {{images}} من الصور على الأكثر.',
  tooMany_one:
    'يمكنك إرفاق {{max}} من الملفات على الأكثر، منها {{images}} من الصور على الأكثر. لم يُرفق ملف واحد.',
  tooMany_two:
    'يمكنك إرفاق {{max}} من الملفات على الأكثر، منها {{images}} من الصور على الأكثر. لم يُرفق ملفان.',
  tooMany_few:
    'يمكنك إرفاق {{max}} من الملفات على الأكثر، منها {{images}} من الصور على الأكثر. لم تُرفق {{count}} ملفات.',
  tooMany_many:
    'يمكنك إرفاق {{max}} من الملفات على الأكثر، منها {{images}} من الصور على الأكثر. لم يُرفق {{count}} ملفًا.',
  tooMany_other:
    'يمكنك إرفاق {{max}} من الملفات على الأكثر، منها {{images}} من الصور على الأكثر. لم يُرفق {{count}} ملف.',
}

export default ar
